import type { FieldTemplateProps } from '@rjsf/utils';
import { useFormScope } from '../form-scope.ts';
import { QuestionBox } from '../layout/QuestionBox.tsx';

/** What RJSF draws around a field: our question box. Around the page's root field it draws nothing. */
export function RjsfFieldTemplate({ id, rawErrors, required, children }: FieldTemplateProps) {
  const question = useFormScope().store.question(id);
  if (!question) return children;
  return (
    <QuestionBox question={question} messages={rawErrors} isRequired={required ?? false}>
      {children}
    </QuestionBox>
  );
}
