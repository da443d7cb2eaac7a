import { LookupBox } from './LookupBox.tsx';
import { isRecord } from '#form/definition/own-property.ts';
import type { WidgetProps } from '../widget.ts';

/** First line of an address. The list opens only with results; until then `ui:needs` explains the search. */
export function AddressLookup(props: WidgetProps) {
  return <LookupBox widget={props} needs={neededFor(props)} keepsTyped />;
}

/** The sentence of `ui:needs`; undefined where another country is chosen than the one it is of. */
function neededFor({ question, lookup }: WidgetProps): string | undefined {
  const needs: unknown = question.ui['needs'];
  if (!isRecord(needs) || typeof needs['text'] !== 'string') return undefined;
  const chosen = lookup?.country();
  const isOfAll = needs['country'] === undefined || chosen === undefined;
  return isOfAll || chosen === needs['country'] ? needs['text'] : undefined;
}
