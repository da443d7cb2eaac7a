import { describe, expect, it } from 'vitest';
import { listPlace, scrollNeeded } from '#client/widgets/choice/list-place.ts';

const control = (top: number) => ({ top, bottom: top + 44 });

describe('the position of an open list', () => {
  it.each([
    ['below its control if there is room', 100, 900, 'bottom', 320],
    ['up to 100 px from the lower edge', 340, 740, 'bottom', 252],
    ['above if there is more room', 500, 800, 'top', 320],
    ['above, up to 100 px from the upper edge', 350, 500, 'top', 246],
    ['three options high in a low window', 100, 300, 'bottom', 132],
  ] as const)('is %s', (...[, top, height, side, room]) => {
    expect(listPlace(control(top), { top: 0, bottom: height })).toEqual({ side, height: room });
  });

  it.each([
    ['higher, and nearer to the edge', 100, 900, 368],
    ['below in the middle above a keyboard', 180, 400, 164],
    ['below, although nothing fits there', 400, 508, 132],
  ] as const)('of a look-up is %s', (_what, top, bottom, height) => {
    const wanted = { tallest: 368, padding: 8, below: 240 };
    expect(listPlace(control(top), { top: 0, bottom }, wanted)).toEqual({ side: 'bottom', height });
  });

  it('is above a keyboard', () => {
    expect(listPlace(control(400), { top: 50, bottom: 500 })).toEqual({ side: 'top', height: 246 });
  });
});

describe('the scroll for a list below its control', () => {
  it.each([
    ['0 while it ends in view', 100, 400, 0],
    ['its hidden part', 150, 300, 38],
    ['at most to the control at the upper edge', 60, 100, 10],
  ])('is %s', (_what, top, bottom, by) => {
    expect(scrollNeeded(control(top), { top: 50, bottom }, 132)).toBe(by);
  });

  it('is 0 if neither side has room', () => {
    expect(listPlace(control(120), { top: 0, bottom: 260 })).toEqual({ side: 'bottom', height: 132 });
  });
});
