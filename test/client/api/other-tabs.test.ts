import { expect, it } from 'vitest';
import { createOtherTabs, type TabMessage } from '#client/api/other-tabs.ts';

function listen(): { readonly heard: TabMessage[]; readonly hear: (data: unknown) => void } {
  const channel = new EventTarget();
  const heard: TabMessage[] = [];
  createOtherTabs({
    postMessage: () => {},
    addEventListener: channel.addEventListener.bind(channel),
    removeEventListener: channel.removeEventListener.bind(channel),
  }).listen((news) => heard.push(news));
  return { heard, hear: (data) => channel.dispatchEvent(new MessageEvent('message', { data })) };
}

it.each<TabMessage>([
  { kind: 'ended' },
  { kind: 'ended', message: 'You were away.' },
  { kind: 'opened', username: 'ada@example.org' },
  { kind: 'leaving' },
  { kind: 'saving', name: 'a' },
  { kind: 'settled', name: 'a', isSaved: true },
])('another tab posts %o', (news) => {
  const { heard, hear } = listen();
  hear({ ...news, more: 'of a newer version' });
  expect(heard).toEqual([news]);
});

it.each([null, 'ended', {}, { kind: 'opened' }, { kind: 'saving' }, { kind: 'other' }])(
  'ignores %o',
  (data) => {
    const { heard, hear } = listen();
    hear(data);
    expect(heard).toEqual([]);
  },
);
