import { listLocations } from '@parvis/contract/community.ts'
import { getEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { listTemplateDates, listTemplateTimes } from '@parvis/contract/templates.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { somePost } from '#web/features/feed/testing/some-post.ts'
import {
  bodies,
  calls,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { onDeleted, onPublished, openPublishView, openForm, setUpPostForm, textArea } from './testing/post-form.tsx'

// The outbox is mocked, because these tests do not cover it.
vi.mock('#web/ui/queue-send.ts', () => ({ hasPendingBefore: async () => false, queueSend: async () => null }))

setUpPostForm()
beforeEach(() => stub(publishPost, somePost('p1')))

describe('an edited post', () => {
  const post = somePost('p1', {
    abilities: { edit: true },
    eventId: { title: 'Titre', description: 'Avant', lang: { en: {} } },
  })

  test('is saved with the changed text and the unchanged title', async () => {
    stub(getEvent, post)
    stub(editPost, post)
    await openForm({ postId: 'p1' })
    await waitUntil(() => textArea()!.value === 'Avant')
    await typeInto('Après')
    await press('Save')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(calls.at(-1)).toBe('PUT /events/p1')
    expect(bodies).toMatchObject([{ title: 'Titre', description: 'Après' }])
  })

  test('can be published as a new post if it was deleted meanwhile, also after leaving the page', async () => {
    stub(getEvent, post)
    stub(editPost, () => refusal('error404'))
    await openForm({ postId: 'p1' })
    await waitUntil(() => textArea()!.value === 'Avant')
    await typeInto('Après')
    await press('Save')
    await expectText('you can publish it anew')
    expect(onDeleted).toHaveBeenCalledOnce()
    await clearPage()
    stub(getEvent, () => refusal('error404'))
    await openForm({ postId: 'p1' })
    await expectText('you can publish it anew')
    expect([textArea()!.value, onDeleted.mock.calls.length]).toEqual(['Après', 2])
    await press('Publish it anew')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect([calls.at(-1), bodies.at(-1)]).toMatchObject([
      'POST /events/publish',
      { title: 'Titre', description: 'Après' },
    ])
    await clearPage()
    // The publication removed the draft, so only the message is shown.
    await openPublishView({ postId: 'p1' })
    await expectText('This post was deleted meanwhile')
    expect(textArea()).toBeNull()
  })

  describe('with a date', () => {
    const english = (name: string) => ({ name, lang: { en: { name } } })
    const days = ['2031-06-11', '2031-06-12', '2031-06-13']
    const dated = somePost('p1', {
      abilities: { edit: true, move: true },
      date: '2031-06-11T16:30:00.000Z',
      eventId: { description: 'Avant', dateId: '2031-06-11', timeId: '18:30', locationId: 'hall' },
    })
    const chip = (name: string) =>
      [...document.querySelectorAll('button')].find(one => one.textContent === name || one.textContent.includes(name))!
    const chosen = () =>
      [...document.querySelectorAll('button[aria-pressed=true]')].map(one => one.textContent).filter(Boolean)

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-06-10T10:00:00Z') })
      stub(getEvent, dated)
      stub(editPost, dated)
      stub(listTemplateDates, [
        { _id: 'now', ...english('Now') },
        { _id: 'together', ...english('To be arranged') },
        ...days.map(day => ({ _id: day, ...english(`On ${day}`) })),
      ] as never)
      stub(
        listTemplateTimes,
        ['18:00', '18:30', '19:00', '19:30', '20:00'].map(_id => ({ _id, ...english(_id) })) as never,
      )
      stub(listLocations, [
        { _id: 'hall', kind: 'location', ...english('Hall') },
        { _id: 'table', kind: 'equipment', ...english('Table') },
      ] as never)
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test('sends its day, time and place only if the author changed them', async () => {
      await openForm({ postId: 'p1' })
      await expectText('When?')
      expect(chosen()).toEqual(expect.arrayContaining(['Tomorrow', '18:30', 'Hall']))
      // An event with a day cannot be changed to "now".
      expect(chip('Now')).toBeUndefined()
      await typeInto('Après')
      await press('Save')
      await waitUntil(() => onPublished.mock.calls.length > 0)
      for (const field of ['dateId', 'timeId', 'locationId', 'equipmentId']) expect(bodies[0]).not.toHaveProperty(field)

      await clearPage()
      onPublished.mockReset()
      await openForm({ postId: 'p1' })
      await expectText('When?')
      await act(async () => chip('To be arranged').click())
      await act(async () => chip('Table').click())
      await press('Save')
      await waitUntil(() => onPublished.mock.calls.length > 0)
      expect(bodies.at(-1)).toMatchObject({ dateId: 'together', timeId: null, equipmentId: 'table' })
      expect(bodies.at(-1)).not.toHaveProperty('locationId')
    })

    test('shows an error about the day beside the field of the day', async () => {
      stub(editPost, () => refusal('pastdate', 'dateId'))
      await openForm({ postId: 'p1' })
      await expectText('When?')
      await act(async () => chip('To be arranged').click())
      await press('Save')
      await expectText('past')
      expect(document.querySelector('[role=alert]')?.closest('section, fieldset, div')?.textContent).toContain('When?')
    })

    test('can be published as a new post without its date if it was deleted meanwhile', async () => {
      stub(editPost, () => refusal('error404'))
      await openForm({ postId: 'p1' })
      await expectText('When?')
      await act(async () => chip('To be arranged').click())
      await press('Save')
      await expectText('you can publish it anew')
      await press('Publish it anew')
      await waitUntil(() => onPublished.mock.calls.length > 0)
      expect(calls.at(-1)).toBe('POST /events/publish')
      expect(bodies.at(-1)).not.toHaveProperty('dateId')
    })
  })

  test('can be edited only by its author', async () => {
    stub(getEvent, somePost('p1'))
    await openPublishView({ postId: 'p1' })
    await expectText('You cannot change this post')
    expect(textArea()).toBeNull()
  })
})
