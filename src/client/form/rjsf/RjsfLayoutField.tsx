import { useMemo } from 'react';
import type { FieldProps } from '@rjsf/utils';
import { Layout } from '../layout/Layout.tsx';
import type { RjsfPage } from './rjsf-page.ts';
import { RjsfRootContext } from './rjsf-scope.ts';

/**
 * The one field that RJSF draws for a page: it walks the layout, in place of RJSF's ObjectField, which would
 * draw every question again at each change. Each question below is RJSF's own SchemaField.
 */
export function RjsfLayoutField({ registry, onBlur, onFocus }: FieldProps) {
  // A named border: RJSF does not know the type of the form context, FormPage gives it.
  const { page, properties }: RjsfPage = registry.formContext;
  const root = useMemo(
    () => ({ registry, onBlur, onFocus, properties }),
    [registry, onBlur, onFocus, properties],
  );
  return (
    <RjsfRootContext value={root}>
      <Layout nodes={page.layout} />
    </RjsfRootContext>
  );
}
