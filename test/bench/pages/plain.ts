import type { Question } from '../../../src/form/definition/definition.ts';
import type { Option } from '../../../src/form/definition/option-list.ts';
import { type BenchPage, startBench } from './bench-page.ts';

/** From here on the real page has a text field with a list that opens, see Dropdown. */
const LONG_LIST = 12;

/** The floor: the same questions as plain HTML, set in one go, with nobody listening. */
startBench({
  draw: (root, bench) => {
    root.innerHTML = bench.questions.map((question) => box(question, bench)).join('');
  },
  control: (key) => `#${key}`,
});

function box(question: Question, { options, state }: BenchPage): string {
  const value = escape(String(state.answers[question.key] ?? ''));
  return `<div><label for="${question.key}">${escape(question.label)}</label>${control(question, options(question), value)}</div>`;
}

function control({ key, widget, type, partOf }: Question, options: readonly Option[], value: string): string {
  if (widget === 'textarea') return `<textarea id="${key}">${value}</textarea>`;
  if (type === 'boolean') return `<input type="checkbox" id="${key}" ${value === 'true' ? 'checked' : ''}>`;
  if (widget === 'radio' || widget === 'checkboxes') {
    return options
      .map(({ label, value: each }) => {
        const checked = each === value ? 'checked' : '';
        const kind = widget === 'radio' ? 'radio' : 'checkbox';
        return `<label><input type="${kind}" name="${key}" value="${escape(each)}" ${checked}>${escape(label)}</label>`;
      })
      .join('');
  }
  // A month and its year are native lists of any length, see MonthYear.
  const isNative = options.length <= LONG_LIST || widget === 'monthYear' || partOf !== undefined;
  if (options.length > 0 && isNative) return select(key, options, value);
  return `<input type="${widget === 'date' ? 'date' : 'text'}" id="${key}" value="${value}">`;
}

function select(key: string, options: readonly Option[], value: string): string {
  const items = options.map(
    (each) =>
      `<option value="${escape(each.value)}" ${each.value === value ? 'selected' : ''}>${escape(each.label)}</option>`,
  );
  return `<select id="${key}"><option value="">Select…</option>${items.join('')}</select>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
