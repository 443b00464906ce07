import { describe, expect, test } from 'vitest';
import { createFeedText } from './feedText';

describe('the text of a live feed', () => {
  test('events come out whole, however the text is cut', () => {
    const text =
      'retry: 2000\nid: 4\n\nid: 5\nevent: impact.changed\ndata: {"a":1}\n\n: still here\n\nid: 6\nevent: reset\r\ndata: x\r\ndata: y\r\n\r\n';
    const whole = [
      { type: 'impact.changed', data: '{"a":1}' },
      { type: 'reset', data: 'x\ny' },
    ];
    expect(createFeedText().read(text)).toEqual(whole);
    const cut = createFeedText();
    expect([...text].flatMap((letter) => cut.read(letter))).toEqual(whole);
    expect(cut.lastEventId).toBe('6');
  });

  test('an opening without data is not an event, but says where to resume', () => {
    const feed = createFeedText();
    expect(feed.lastEventId).toBeNull();
    expect(feed.read('retry: 2000\nid: 17\n\n')).toEqual([]);
    expect(feed.lastEventId).toBe('17');
  });

  test('an incomplete event is not delivered yet', () => {
    const feed = createFeedText();
    expect(feed.read('id: 1\nevent: health.changed\ndata: {}\n')).toEqual([]);
    expect(feed.read('\n')).toEqual([{ type: 'health.changed', data: '{}' }]);
  });
});
