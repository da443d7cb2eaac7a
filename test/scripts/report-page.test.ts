import { expect, test } from 'vitest';
import { reportPage } from '#scripts/changes/picture-report.ts';

const picture = (content: string) => ({ bytes: Buffer.from(content), width: 300, height: 100 });
const pictures = (content: string) => ({ desktop: picture(content), phone: picture(`${content}, narrow`) });

test('an unchanged picture is omitted with an explanation', () => {
  const figures = [
    { caption: 'nothing is answered yet', before: pictures('the same'), after: pictures('the same') },
    { caption: '“Pets” is “Yes”', before: pictures('then'), after: pictures('now') },
    { caption: '“Pets” is “No”', before: undefined, after: pictures('new') },
  ];
  const section = { title: 'You › Pets', partners: 'Tiny School', sentences: ['“Cat” is <new>.'], figures };
  const page = reportPage({ note: 'Compared with main.', sections: [section], students: [] });
  expect(page.match(/<img /g)).toHaveLength(6);
  expect(page).toContain('It looks as before when nothing is answered yet');
  expect(page).toContain('Not shown.');
  expect(page).toContain('“Cat” is &lt;new&gt;.');
});
