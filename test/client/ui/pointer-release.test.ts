import { describe, expect, it } from 'vitest';
import { pointerRelease } from '#client/ui/pointer-release.ts';

/** Runs pending reactions. @returns whether the page can move */
async function mayMove(wait: () => Promise<void>): Promise<boolean> {
  const nothing = Promise.resolve('still waiting');
  return (await Promise.race([wait(), nothing.then((reason) => reason)])) === undefined;
}

function press(page: EventTarget, type: string): void {
  page.dispatchEvent(new Event(type));
}

describe('the page may move', () => {
  it('while no button is pressed', async () => {
    const page = new EventTarget();
    expect(await mayMove(pointerRelease(page).wait)).toBe(true);
  });

  it('not between a press and its click, and again after it', async () => {
    const page = new EventTarget();
    const { wait } = pointerRelease(page);
    press(page, 'pointerdown');
    const order: string[] = [];
    const moved = wait().then(() => order.push('move'));
    expect(await mayMove(wait)).toBe(false);
    press(page, 'pointerup');
    order.push('click');
    await moved;
    expect(order).toEqual(['click', 'move']);
  });

  it.each(['pointercancel', 'pointerup'])('after %s', async (type) => {
    const page = new EventTarget();
    const { wait } = pointerRelease(page);
    press(page, 'pointerdown');
    const moved = wait();
    press(page, type);
    await expect(moved).resolves.toBeUndefined();
  });

  it('by listeners that are registered once', () => {
    const page = new EventTarget();
    const registered: string[] = [];
    const add = page.addEventListener.bind(page);
    page.addEventListener = (type, ...rest) => {
      registered.push(type);
      add(type, ...rest);
    };
    for (let fields = 0; fields < 20; fields += 1) pointerRelease(page);
    expect(registered).toEqual(['pointerdown', 'pointerup', 'pointercancel']);
  });
});
