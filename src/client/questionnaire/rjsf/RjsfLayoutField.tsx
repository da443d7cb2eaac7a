import { useDeferredValue, useEffect, useMemo } from 'react';
import { afterPaint } from '#client/ui/after-paint.ts';
import type { FieldProps } from '@rjsf/utils';
import { useFormScope } from '../form-scope.ts';
import { Layout } from '../layout/Layout.tsx';
import { splitLayout } from '../layout/split-layout.ts';
import type { RjsfPage } from './rjsf-page.ts';
import { RjsfRootContext } from './rjsf-scope.ts';

/**
 * The one field that RJSF draws for a page: it walks the layout, in place of RJSF's ObjectField, which would
 * draw every question again at each change. Each question below is RJSF's own SchemaField. What fills the window is
 * painted first (decision 82).
 */
export function RjsfLayoutField({ registry, onBlur, onFocus }: FieldProps) {
  // A named border: RJSF does not know the type of the form context, FormPage gives it.
  const { page, properties }: RjsfPage = registry.formContext;
  const root = useMemo(
    () => ({ registry, onBlur, onFocus, properties }),
    [registry, onBlur, onFocus, properties],
  );
  const { inTurns = false, onDrawn } = useFormScope();
  const isWhole = useDeferredValue(true, !inTurns);
  useEffect(() => {
    if (isWhole && onDrawn) afterPaint(onDrawn);
  }, [isWhole, onDrawn]);
  const [beginning, rest] = useMemo(() => splitLayout(page.layout), [page.layout]);
  const first = useMemo(() => <Layout nodes={beginning} />, [beginning]);
  return (
    <RjsfRootContext value={root}>
      {first}
      {isWhole && <Layout nodes={rest} />}
      {!isWhole && rest.length > 0 && <div className="form-rest" />}
    </RjsfRootContext>
  );
}
