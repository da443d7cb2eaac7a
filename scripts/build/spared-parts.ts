import type { Plugin } from 'vite';

/**
 * Has parts of React and of the router left out of the build that the client never reaches: the minifier drops what
 * nothing calls any more (decision 64). Every part is looked for by its name, so a version that names it otherwise
 * stops the build instead of passing unnoticed.
 */
export function sparedParts(): readonly Plugin[] {
  return [
    sparing('spared-react', /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/, spareReact),
    sparing(
      'spared-hooks',
      /[\\/]react-router[\\/]dist[\\/](?:production|development)[\\/]lib[\\/]hooks\.js$/,
      spareHooks,
    ),
    sparing('spared-router', /[\\/]node_modules[\\/]react-router[\\/]/, spareComponents),
    usedParts(),
  ];
}

function sparing(name: string, id: RegExp, spare: (code: string) => string): Plugin {
  return { name, apply: 'build', transform: { filter: { id }, handler: spare } };
}

/** What would work no more if the client used it. */
const SPARED_NAMES =
  /\b(?:ViewTransition|SuspenseList|Activity|hydrateRoot|preinit\w*|preloadModule|prefetchDNS|preconnect|componentStack|useActionState|useOptimistic|useFormStatus|formAction|createBrowserRouter|RouterProvider)\b|<Fragment\b[^>]*\sref=|<form\b[^>]*\saction=|<(?:title|meta|link|style|script)\b|\bpreload\b[^;]*\bfrom 'react-dom'/;

/** Stops the build where the client uses a part that is left out. */
function usedParts(): Plugin {
  return {
    name: 'spared-parts-unused',
    apply: 'build',
    // Before its markup is made calls.
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]client[\\/].*\.tsx?$/ },
      handler(code, id) {
        const used = SPARED_NAMES.exec(code)?.[0];
        if (used) this.error(`${id} uses ${used}, which scripts/build/spared-parts.ts leaves out.`);
      },
    },
  };
}

/**
 * Functions of React that the client never reaches or that do nothing in it, and what they return there. The first
 * ask for a `<ViewTransition>`, the next for the `ref` of a fragment, then for markup that a server drew, for elements
 * of the head such as `<title>`, for files that are asked for ahead, for lists of `<Suspense>` and for `<Activity>`,
 * for where in the screen a fault is, which nothing logs, for the `action` of a form and its state, for pictures that a
 * screen waits for, and again for a `<ViewTransition>`.
 */
const REACT_PARTS: Readonly<Record<string, string>> = {
  trackEnterViewTransitions: '',
  commitEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  restoreEnterOrExitViewTransitions: '',
  restoreNestedViewTransitions: '',
  restoreViewTransitionOnHostInstances: '',
  commitAfterMutationEffectsOnFiber: '',
  createViewTransitionInstance: '',
  startViewTransition: '',
  commitNewChildToFragmentInstance: '',
  deleteChildFromFragmentInstance: '',
  updateDehydratedSuspenseComponent: '',
  popHydrationState: 'return false;',
  retryIfBlockedOn: '',
  queueIfContinuousEvent: 'return false;',
  clearHydrationBoundary: '',
  hideOrUnhideDehydratedBoundary: '',
  attemptExplicitHydrationTarget: '',
  prepareToHydrateHostInstance: '',
  throwOnHydrationMismatch: '',
  resetHydrationState: '',
  upgradeHydrationErrorsToRecoverable: 'return null;',
  isHostHoistableType: 'return false;',
  getResource: 'return null;',
  acquireResource: 'return null;',
  mountHoistable: '',
  suspendResource: '',
  getHydratableHoistableCache: '',
  createHoistableInstance: '',
  insertSuspendedStylesheets: '',
  prefetchDNS: '',
  preconnect: '',
  preloadModule: '',
  preinitStyle: '',
  preinitScript: '',
  preinitModuleScript: '',
  updateSuspenseListComponent: '',
  updateActivityComponent: '',
  findFirstSuspended: 'return null;',
  getStackByFiberInDevAndProd: "return '';",
  defaultOnDefaultTransitionIndicator: '',
  'extractEvents\\$1': '',
  mountActionState: '',
  updateActionState: '',
  rerenderActionState: '',
  updateOptimisticImpl: '',
  preload: '',
  maySuspendCommit: 'return false;',
  accumulateSuspenseyCommitOnFiber: '',
  waitForCommitToBeReady: 'return null;',
  measureViewTransitionHostInstancesRecursive: 'return false;',
  applyViewTransitionToHostInstancesRecursive: 'return false;',
};

function spareReact(code: string): string {
  const emptied = Object.entries(REACT_PARTS).reduce(emptyFunction, code);
  const unreferenced = replaceParts(emptied, /^FragmentInstance\.prototype\.\w+ = function [^]*?^\};$/gm, '');
  const unhydrated = replaceParts(unreferenced, /^exports\.hydrateRoot = function [^]*?^\};$/gm, '');
  const [before, after] = splitAt(unhydrated, /^ +isHydrating = !1,$/m);
  // Nothing sets it to true but what takes over the markup of a server. Before it a parameter has the same name.
  return before + after.replaceAll(/\bisHydrating = ![01]/g, '0').replaceAll(/\bisHydrating\b(?!\$)/g, '!1');
}

/** What is before a part and what is after it. @throws Error when there is no such part */
function splitAt(code: string, part: RegExp): readonly [string, string] {
  const [before, after] = code.split(part);
  if (before !== undefined && after !== undefined) return [before, after];
  throw missingPart(part);
}

function emptyFunction(code: string, [name, body]: readonly [string, string]): string {
  return replaceParts(code, new RegExp(`^(function ${name}\\([^)]*\\) \\{)$[^]*?^\\}$`, 'gm'), `$1${body}}`);
}

/** Leaves out what a router with loaders has. */
function spareHooks(code: string): string {
  const declarative = replaceParts(
    code,
    /\w+\$?\d*\.useContext\(IsDataRouteContext\) \? useNavigateStable\(\) : (?=useNavigateUnstable)/g,
    '',
  );
  const stateless = replaceParts(declarative, /^\tlet dataRouterState = dataRouterOpts\?\.state;$/gm, '');
  return replaceParts(stateless, /, dataRouterOpts\)/g, ')').replaceAll(
    /\bdataRouter(?:Opts|State)\b/g,
    '(void 0)',
  );
}

/**
 * Has each component of the router left out that nobody uses, with all that it needs: the router does not mark them as
 * free to leave out.
 */
function spareComponents(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(const \w+ = )(?=[\w$.]+\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ ');
}

/** @throws Error when there is nothing to replace: a new version of the package has it otherwise */
function replaceParts(code: string, parts: RegExp, replacement: string): string {
  const replaced = code.replaceAll(parts, replacement);
  if (replaced !== code) return replaced;
  throw missingPart(parts);
}

function missingPart(part: RegExp): Error {
  return new Error(`There is no ${part.source} any more; look at scripts/build/spared-parts.ts again.`);
}
