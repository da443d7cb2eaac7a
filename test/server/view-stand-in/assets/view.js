// The least that the service view does: it reads the one application it has a token for, and draws it as text.
const call = `/service/tmp-pdf${window.location.search}`;
const { answer } = await (await fetch(call)).json();
const add = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  document.body.append(element);
};
add('h1', 'Application');
add('h2', 'Answers');
for (const [key, value] of Object.entries(answer)) add('p', `${key}: ${value}`);
document.body.dataset.ready = 'true';
