// @vitest-environment node
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { isOnToday, toNowEvent, partOfDay } from './around-now.ts'
import { toDatedPost } from './calendar-days.ts'
import { postStoreOf } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'
import { eventsAroundOf } from './use-calendar.ts'

const ZONE = 'Europe/Paris'
const at = (time: string, day = '2031-06-13') => instantAt(day, time, ZONE)

describe('partOfDay', () => {
  it.each([
    ['00:00', 'night'],
    ['04:59', 'night'],
    ['05:00', 'morning'],
    ['11:59', 'morning'],
    ['12:00', 'afternoon'],
    ['16:59', 'afternoon'],
    ['17:00', 'evening'],
    ['23:59', 'evening'],
  ] as const)('at %s in the time zone of the community returns %s', (time, part) => {
    expect(partOfDay(at(time), ZONE)).toBe(part)
  })

  it('ignores the time zone of the viewer, and is correct when the clocks change', () => {
    expect(partOfDay(at('18:00'), 'America/New_York')).toBe('afternoon')
    for (const day of ['2031-03-30', '2031-10-26']) {
      expect([partOfDay(at('05:00', day), ZONE), partOfDay(at('05:00', day) - 1, ZONE)]).toEqual(['morning', 'night'])
      expect([partOfDay(at('17:00', day), ZONE), partOfDay(at('17:00', day) - 1, ZONE)]).toEqual([
        'evening',
        'afternoon',
      ])
    }
  })
})

describe('isOnToday', () => {
  const isOn = (now: number, time: string | null, day = '2031-06-13') => {
    const post = somePost('one', {
      groupId: 'activity',
      date: new Date(at(time ?? '00:00', day)).toISOString(),
      eventId: { dateId: day, timeId: time },
    })
    const one = toDatedPost(post, ZONE, now)
    return one !== null && isOnToday(one, ZONE, now)
  }

  it('includes, in the morning and the afternoon, the later events of the day and all-day events', () => {
    for (const now of [at('08:00'), at('15:00')]) {
      expect([isOn(now, '18:30'), isOn(now, null), isOn(now, '23:30')]).toEqual([true, true, true])
      expect([isOn(now, '00:30', '2031-06-14'), isOn(now, null, '2031-06-14')]).toEqual([false, false])
    }
    expect([isOn(at('15:00'), '10:30'), isOn(at('15:00'), '12:00')]).toEqual([false, true])
  })

  it('includes, in the evening, timed events of the evening and events that have not ended, but no all-day events', () => {
    const now = at('19:00')
    expect([isOn(now, '18:30'), isOn(now, '21:45'), isOn(now, '16:00')]).toEqual([true, true, true])
    expect([isOn(now, null), isOn(now, '14:30'), isOn(now, '08:00', '2031-06-14')]).toEqual([false, false, false])
  })

  it('includes, at night, events that have not ended and events that start before the morning', () => {
    const now = at('01:00', '2031-06-14')
    expect([isOn(now, '22:30'), isOn(now, '02:00', '2031-06-14')]).toEqual([true, true])
    expect([isOn(now, '18:30', '2031-06-14'), isOn(now, null, '2031-06-14')]).toEqual([false, false])
  })
})

describe('a post dated "now"', () => {
  const now = at('19:00')
  const postAt = (time: string, groupId: 'activity' | 'gooddeal' | 'proposal' = 'activity', dateId = 'now') =>
    somePost(`${groupId} ${dateId} ${time}`, {
      groupId,
      dateAdded: new Date(at(time)).toISOString(),
      eventId: { dateId },
    })

  it('is current as long as it accepts answers, if it is a joint activity', () => {
    const isOn = (...post: Parameters<typeof postAt>) => toNowEvent(postAt(...post), ZONE, now) !== null
    expect([isOn('18:49'), isOn('15:01'), isOn('18:49', 'gooddeal')]).toEqual([true, true, true])
    expect([isOn('15:00'), isOn('18:49', 'proposal'), isOn('18:49', 'activity', 'together')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is listed before timed events, newest first, only in its own community, and no longer after its removal', () => {
    const posts = postStoreOf(new QueryClient())
    const tonight = somePost('tonight', {
      groupId: 'activity',
      date: new Date(at('20:30')).toISOString(),
      eventId: { dateId: '2031-06-13', timeId: '20:30' },
    })
    const elsewhere = { ...postAt('18:55'), _id: 'elsewhere', communityId: 'away' }
    posts.addFetched([postAt('18:10'), elsewhere, tonight, postAt('18:40'), postAt('18:50', 'proposal')])
    const page = { ids: ['tonight'], at: 0, hasNextPage: false, nextPage: null, cursor: null }
    const shownIds = () =>
      eventsAroundOf([page], { _id: 'home', timezone: ZONE }, now, posts).map(({ post }) => post._id)
    expect(shownIds()).toEqual(['activity now 18:40', 'activity now 18:10', 'tonight'])
    posts.drop('activity now 18:40')
    expect(shownIds()).toEqual(['activity now 18:10', 'tonight'])
  })
})
