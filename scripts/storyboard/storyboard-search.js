// Shows the figures in which all words occur that are typed; in the storyboard itself, which has no server.
const field = document.querySelector('#search');
const count = document.querySelector('output');
field.addEventListener('input', () => {
  const words = field.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  for (const figure of document.querySelectorAll('figure')) {
    figure.hidden = !words.every((word) => figure.dataset.words.includes(word));
  }
  for (const part of document.querySelectorAll('.place, .chapter')) {
    part.hidden = !part.querySelector('figure:not([hidden])');
  }
  const found = document.querySelectorAll('figure:not([hidden])').length;
  count.textContent = words.length === 0 ? '' : `${found} found`;
});
