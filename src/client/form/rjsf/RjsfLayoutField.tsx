import type { FieldProps } from '@rjsf/utils';
import type { PageDefinition } from '#form/definition/definition.ts';
import { Layout } from '../layout/Layout.tsx';
import { RjsfRootContext } from './rjsf-scope.ts';

/**
 * The one field that RJSF draws for a page: it walks the layout, in place of RJSF's ObjectField, which would
 * draw every question again at each change. Each question below is RJSF's own SchemaField.
 */
export function RjsfLayoutField(props: FieldProps) {
  const page: PageDefinition = props.registry.formContext.page;
  return (
    <RjsfRootContext value={props}>
      <Layout nodes={page.layout} />
    </RjsfRootContext>
  );
}
