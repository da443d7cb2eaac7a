/**
 * In place of `fast-uri`, which RJSF loads to resolve `$ref`. The schemas it draws are flat and hold none, so
 * both functions throw instead of doing half of the work.
 */
const leanUri = { equal: refuseUri, resolve: refuseUri };

function refuseUri(): never {
  throw new Error(
    'RJSF met a $ref. The schemas of src/client/questionnaire/rjsf/rjsf-page.ts are flat; remove the alias of fast-uri when they are no longer.',
  );
}

export default leanUri;
