/** In place of the merge of `allOf`: the schemas that RJSF draws are flat and hold none, so it throws. */
export default function refuseAllOf(): never {
  throw new Error(
    'RJSF met allOf. The schemas of src/client/questionnaire/rjsf/rjsf-page.ts are flat; remove the alias of shallowAllOfMerge when they are no longer.',
  );
}
