import Form, { type FormProps } from '@rjsf/core';
import { memo, useMemo } from 'react';
import type { PageDefinition } from '#form/definition/definition.ts';
import { rjsfPage, rootSchema, rootUiSchema } from './rjsf-page.ts';
import type { ValidatorType } from '@rjsf/utils';

type RjsfFormProps = Required<Pick<FormProps, 'fields' | 'templates' | 'widgets'>> & {
  readonly page: PageDefinition;
  readonly className: string;
};

/**
 * No `form`: whoever reads a property of a form element makes the browser look for a control of that name, through
 * all its controls, and React reads one of each ancestor at every event. So a key would cost more on a larger page.
 */
const PAGE_TAG = 'div';
/** In place of RJSF's submit button: the screens have their own. */
const noButton = <></>;

/** RJSF over one page: it draws with the registry it is given, and neither validates, keeps answers nor submits. */
export const RjsfForm = memo(function RjsfForm(props: RjsfFormProps) {
  const { page, className, fields, templates, widgets } = props;
  const formContext = useMemo(() => rjsfPage(page), [page]);
  return (
    <Form
      key={page.id}
      tagName={PAGE_TAG}
      className={className}
      schema={rootSchema}
      uiSchema={rootUiSchema}
      formContext={formContext}
      fields={fields}
      templates={templates}
      widgets={widgets}
      validator={noValidator}
      noValidate
      showErrorList={false}
    >
      {noButton}
    </Form>
  );
});

/**
 * RJSF refuses to work without a validator, even with `noValidate`. The pages are validated by
 * standalone validators built beforehand (no `unsafe-eval`), and their messages reach each question by the
 * store; so there is nothing for this one to find.
 */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};
