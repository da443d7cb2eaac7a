import { memo, type KeyboardEvent } from 'react';
import type { TabsNode } from '#form/definition/definition.ts';
import { useAfterPaint } from '#client/ui/schedule.ts';
import { useFormScope, useFormStore, useFromStore, type RenderNodes } from '../form-scope.ts';
import { chosenTab } from '#client/questionnaire/store/selectors.ts';

type TabGroupProps = { readonly node: TabsNode; readonly render: RenderNodes };

/**
 * Tab group with manual activation (WAI-ARIA "Tabs").
 * Manual, because choosing a tab clears the previous one. Logged out, only the default tab is shown.
 */
export function TabGroup({ node, render }: TabGroupProps) {
  const store = useFormStore();
  const { chooseTab } = useFormScope();
  const chosen = useFromStore(store, () => chosenTab(store, node));
  const tabs = store.signedIn ? node.tabs : node.tabs.filter((tab) => tab.id === chosen);
  return (
    <div className="tabs">
      <p className="label" id={`tabs-${node.id}-label`}>
        {node.label}
      </p>
      <div
        role="tablist"
        aria-labelledby={`tabs-${node.id}-label`}
        className="tabs-list"
        onKeyDown={moveFocus}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${node.id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`panel-${node.id}`}
            tabIndex={tab.id === chosen ? 0 : -1}
            className="bare tabs-tab"
            onClick={() => chooseTab?.(node, tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <Panel node={node} render={render} />
    </div>
  );
}

/** Questions of the chosen tab, memoized and painted after the tab. */
const Panel = memo(function Panel({ node, render }: TabGroupProps) {
  const store = useFormStore();
  const shown = useAfterPaint(store.subscribe, () => chosenTab(store, node));
  const panel = node.tabs.find((tab) => tab.id === shown);
  return (
    <div
      key={shown}
      role="tabpanel"
      id={`panel-${node.id}`}
      aria-labelledby={`tab-${node.id}-${shown}`}
      className="tabs-panel"
    >
      {panel && render(panel.children)}
    </div>
  );
});

/** Arrow keys follow the text direction. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
  const [forward, back] = isReversed ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const targets = { [forward]: at + 1, [back]: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
  const next = targets[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  tabs[next % tabs.length]?.focus();
}
