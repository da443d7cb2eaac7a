import { type Fault, isError } from '#compiler/source/fault.ts';
import { counted } from '#compiler/source/nearest.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

/** Lists faults as HTML with links into the editor; `isUsed`: the page shows the form all the same. */
export function faultPanel(faults: readonly Fault[], folder: string, isUsed: boolean): string {
  const state = isUsed
    ? 'The page shows the questionnaire as it is.'
    : 'The page shows the questionnaire as it was before.';
  const items = faults.map((fault) => `<li>${faultItem(fault, folder)}</li>`).join('');
  const head = `<div role="alert"><h2 id="title">${counted(faults.length, 'fault')} in the questionnaire</h2><p>${state}</p></div>`;
  return `${head}<ol>${items}</ol>`;
}

function faultItem(fault: Fault, folder: string): string {
  const place = `${fault.file}:${fault.line}:${fault.column}`;
  const editor = `/__open-in-editor?${new URLSearchParams({ file: `${folder}/${place}` }).toString()}`;
  const parts = [
    ['Found', fault.found],
    ['Expected', fault.expected],
    ['To fix', fault.cure],
  ] as const;
  const lines = parts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`);
  const code = isError(fault) ? fault.code : `${fault.code}, a warning`;
  return [
    `<p><a data-editor href="${escapeHtml(editor)}">schemas/${escapeHtml(place)}</a> (${code})</p>`,
    `<dl>${lines.join('')}${witnessLine(fault)}</dl>`,
  ].join('');
}

/** In a tab of its own, where nothing is answered yet. */
function witnessLine({ witness }: Fault): string {
  if (!witness) return '';
  const link = `<a href="${escapeHtml(witness.path)}" target="_blank" rel="noopener">Open the form so filled in</a>`;
  return `<dt>Shown by</dt><dd>${escapeHtml(witness.words)}. ${link}</dd>`;
}
