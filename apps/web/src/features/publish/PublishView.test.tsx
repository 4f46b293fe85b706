import { listLocations } from '@parvis/contract/community.ts'
import { type FeedPost, getEvent } from '@parvis/contract/feed.ts'
import { editPost, MAX_TEXT_LENGTH, publishPost } from '@parvis/contract/publish.ts'
import { listTemplateDates, listTemplateTimes } from '@parvis/contract/templates.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { somePost } from '#web/features/feed/testing/some-post.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { PublishView, type PublishViewProps } from './PublishView.tsx'

// The outbox is mocked, because these tests do not cover it.
const outbox = vi.hoisted(() => ({ holds: false, later: [] as string[] }))
vi.mock('#web/ui/queue-send.ts', () => ({
  hasPendingBefore: async () => outbox.holds,
  queueSend: async ({ kind }: { kind: string }) => {
    outbox.later.push(kind)
    return null
  },
}))

renderStandalone('publish', 'media')

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  communitytype: 'Neighborhood',
  membersCount: 3,
  channels: [],
  timezone: 'Europe/Paris',
} as const
const onPublished = vi.fn<(event: FeedPost, here: boolean) => void>()
const onDeleted = vi.fn<() => void>()

const open = async (overrides: Partial<PublishViewProps> = {}) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishView
        title="A post"
        community={community as unknown as PublishViewProps['community']}
        userId="me"
        me={{ lastBooking: null }}
        onDeleted={onDeleted}
        onPublished={onPublished}
        onLater={() => {}}
        onLeave={() => {}}
        {...overrides}
      />
    </FrameContext>,
  )
}
const openForm = async (overrides?: Partial<PublishViewProps>) => {
  await open(overrides)
  await waitUntil(() => text() !== null)
}
const focused = () => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName
const text = () => document.querySelector('textarea')
const video = () => document.querySelector<HTMLInputElement>('[name=video]')
const pick = (name: string, type: string, ...parts: BlobPart[]) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(field, 'files', { configurable: true, value: [new File(parts, name, { type })] })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })

beforeEach(() => {
  Object.assign(outbox, { holds: false, later: [] })
  onPublished.mockReset()
  onDeleted.mockReset()
  stub(publishPost, somePost('p1'))
})
afterEach(() => {
  store('postdrafts', null)
  for (const { id } of shownToasts()) closeToast(id)
})

test('the Enter key does not submit from a single-line field, and inserts a line break in the text', async () => {
  await openForm()
  await press('Video link')
  const pressEnter = (field: Element | null) =>
    !field!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  expect([pressEnter(video()), pressEnter(text())]).toEqual([true, false])
})

describe('a new post', () => {
  test('requires a text, shows the error beside it, and keeps the other fields', async () => {
    await openForm()
    await typeInto('Moustache', '[name=title]')
    await press('Post')
    await expectText('Post text is mandatory')
    await waitUntil(() => document.activeElement === text())
    expect([text()!.getAttribute('aria-invalid'), focused()]).toEqual(['true', text()!.name || 'textarea'])
    expect([document.querySelector<HTMLInputElement>('[name=title]')!.value, bodies]).toEqual(['Moustache', []])
    await typeInto('Hello')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ lang: { en: { title: 'Moustache', description: 'Hello' } } }])
    expect(shownToasts().map(one => one.text)).toEqual(['Your post is on the board.'])
  })

  test('can have a photo and a video, and a text after them', async () => {
    await openForm()
    await typeInto('Moustache is back')
    expect(document.querySelector('[name=postDescription]')).toBeNull()
    await press('Video link')
    await typeInto('https://youtu.be/dQw4w9WgXcQ', '[name=video]')
    await typeInto('Thank you all', '[name=postDescription]')
    expect(document.querySelector('input[type=file]')).not.toBeNull()
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([
      {
        youtubeVideoId: 'dQw4w9WgXcQ',
        lang: { en: { description: 'Moustache is back', postDescription: 'Thank you all' } },
      },
    ])
  })

  test('keeps the text after the media when it is edited', async () => {
    const post = somePost('p1', { abilities: { ...somePost('p1').abilities, edit: true } })
    post.eventId = {
      ...post.eventId,
      description: 'Found',
      postDescription: 'Merci à tous',
      youtubeVideoId: 'dQw4w9WgXcQ',
    }
    stub(getEvent, post)
    stub(editPost, post)
    await openForm({ id: 'p1' })
    expect(document.querySelector<HTMLTextAreaElement>('[name=postDescription]')!.value).toBe('Merci à tous')
    await press('Save')
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toMatchObject([{ postDescription: 'Merci à tous' }])
  })

  test('keeps a text that is too long, and switches to the language of that text', async () => {
    await openForm()
    await typeInto('a'.repeat(MAX_TEXT_LENGTH + 3))
    await expectText('3 characters too many')
    await press('Post')
    await press('Français')
    await typeInto('Bonjour')
    await press('Post')
    await expectText('3 characters too many')
    expect([text()!.value.length, bodies]).toEqual([MAX_TEXT_LENGTH + 3, []])
    await typeInto('Hello')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ description: 'Bonjour', lang: { en: { description: 'Hello' } } }])
  })

  test('detects a pasted video link without moving the focus, and not again after its removal', async () => {
    await openForm()
    text()!.focus()
    await typeInto('Look https://youtu.be/dQw4w9WgXcQ ')
    expect(video()!.value).toBe('https://youtu.be/dQw4w9WgXcQ')
    expect(document.activeElement === text()).toBe(true)
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove the video"]')!.click())
    await typeInto('Look https://youtu.be/dQw4w9WgXcQ  ')
    expect(video()).toBeNull()
  })

  test('shows an error beside a link that is no video, and sends the video of a valid link', async () => {
    await openForm()
    await typeInto('Look')
    await press('Video link')
    expect(focused()).toBe('video')
    await typeInto('https://example.org/film', '[name=video]')
    await press('Post')
    await expectText('This is no link to a video that we can play.')
    await waitUntil(() => focused() === 'video')
    expect([video()!.getAttribute('aria-invalid'), focused(), bodies]).toEqual(['true', 'video', []])
    await typeInto('https://www.youtube.com/live/dQw4w9WgXcQ', '[name=video]')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ youtubeVideoId: 'dQw4w9WgXcQ' }])
  })

  test('shows at once why a file is not accepted as a photo, and keeps the text', async () => {
    await openForm()
    await typeInto('Kept')
    await pick('note.txt', 'text/plain', 'hello')
    await expectText('This file isn’t a photo.')
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
    await pick('IMG_1.heic', 'image/heic', new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(40))
    await expectText('This browser cannot read HEIC photos.')
    await pick('cat.jpg', 'image/jpeg', 'no picture')
    await expectText('This photo cannot be read.')
    expect([text()!.value, document.body.textContent.includes('HEIC')]).toEqual(['Kept', false])
  })

  test('can be cancelled while it is being sent, and keeps its text when the server refuses it', async () => {
    const fetchStub = globalThis.fetch
    // The request never receives a response and only ends when it is aborted.
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    )
    await openForm()
    await typeInto('Kept')
    await press('Post')
    await press('Stop')
    vi.stubGlobal('fetch', fetchStub)
    await waitUntil(() => shownToasts().length > 0)
    expect(shownToasts()[0]!.text).toBe('Stopped. Nothing is lost.')
    stub(publishPost, () => refusal('unsupportedmedia', 'files'))
    await press('Post')
    await waitUntil(() => document.querySelectorAll('[role=alert]').length > 0)
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
    expect(document.body.textContent).not.toContain('What you wrote is still here.')
    stub(publishPost, () =>
      Response.json({ error: { key: 'toomanyrequests', params: { seconds: 60 } } }, { status: 429 }),
    )
    await press('Post')
    await expectText('What you wrote is still here.')
    await expectText('Too many attempts.')
    expect(text()!.value).toBe('Kept')
  })

  test('is queued in the outbox behind earlier pending posts', async () => {
    outbox.holds = true
    await openForm()
    await typeInto('Second')
    await press('Post')
    await waitUntil(() => outbox.later.length > 0)
    expect([outbox.later, calls]).toEqual([['post'], []])
  })

  test('includes the edits made after an attempt whose response was lost', async () => {
    stub(publishPost, noNetwork)
    stub(editPost, somePost('p1'))
    await openForm()
    await typeInto('Hello')
    await press('Post')
    await expectText('What you wrote is still here.')
    stub(publishPost, somePost('p1'))
    await typeInto('Hello again')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(calls).toEqual(['POST /events/publish', 'POST /events/publish', 'PUT /events/p1'])
    expect(bodies.at(-1)).toMatchObject({ lang: { en: { description: 'Hello again' } } })
  })

  test('is restored at the next visit; discarding it can be undone until the author types again', async () => {
    await openForm()
    await typeInto('Begun')
    await clearPage()
    expect(shownToasts().map(one => one.text)).toEqual(['Draft kept on this device.'])
    await openForm()
    await expectText('You began this post earlier.')
    expect([text()!.value, shownToasts()]).toEqual(['Begun', []])
    await press('Discard')
    await waitUntil(() => text()!.value === '')
    expect(document.body.textContent).not.toContain('You began this post earlier.')
    await act(async () => shownToasts().at(-1)!.action!.onClick())
    await waitUntil(() => text()!.value === 'Begun')
    expect(text()!.value).toBe('Begun')
    await press('Discard')
    await waitUntil(() => text()!.value === '')
    expect(shownToasts()).toHaveLength(1)
    await typeInto('Anew')
    expect(shownToasts()).toEqual([])
  })
})

describe('an edited post', () => {
  const post = somePost('p1', {
    abilities: { edit: true },
    eventId: { title: 'Titre', description: 'Avant', lang: { en: {} } },
  })

  test('sends the changed fields and keeps the others', async () => {
    stub(getEvent, post)
    stub(editPost, post)
    await openForm({ id: 'p1' })
    await waitUntil(() => text()!.value === 'Avant')
    await typeInto('Après')
    await press('Save')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(calls.at(-1)).toBe('PUT /events/p1')
    expect(bodies).toMatchObject([{ title: 'Titre', description: 'Après' }])
  })

  test('can be published as a new post if it was deleted meanwhile, also after leaving the page', async () => {
    stub(getEvent, post)
    stub(editPost, () => refusal('error404'))
    await openForm({ id: 'p1' })
    await waitUntil(() => text()!.value === 'Avant')
    await typeInto('Après')
    await press('Save')
    await expectText('you can publish it anew')
    expect(onDeleted).toHaveBeenCalledOnce()
    await clearPage()
    stub(getEvent, () => refusal('error404'))
    await openForm({ id: 'p1' })
    await expectText('you can publish it anew')
    expect([text()!.value, onDeleted.mock.calls.length]).toEqual(['Après', 2])
    await press('Publish it anew')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect([calls.at(-1), bodies.at(-1)]).toMatchObject([
      'POST /events/publish',
      { title: 'Titre', description: 'Après' },
    ])
    await clearPage()
    // The author has not typed anything in this form.
    await open({ id: 'p1' })
    await expectText('This post was deleted meanwhile')
    expect(text()).toBeNull()
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

    test('changes day, time and place only if the author changed them', async () => {
      await openForm({ id: 'p1' })
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
      await openForm({ id: 'p1' })
      await expectText('When?')
      await act(async () => chip('To be arranged').click())
      await act(async () => chip('Table').click())
      await press('Save')
      await waitUntil(() => onPublished.mock.calls.length > 0)
      expect(bodies.at(-1)).toMatchObject({ dateId: 'together', timeId: null, equipmentId: 'table' })
      expect(bodies.at(-1)).not.toHaveProperty('locationId')
    })

    test('shows an error of the day beside the day', async () => {
      stub(editPost, () => refusal('pastdate', 'dateId'))
      await openForm({ id: 'p1' })
      await expectText('When?')
      await act(async () => chip('To be arranged').click())
      await press('Save')
      await expectText('past')
      expect(document.querySelector('[role=alert]')?.closest('section, fieldset, div')?.textContent).toContain('When?')
    })

    test('can be published as a new post without its date if it was deleted meanwhile', async () => {
      stub(editPost, () => refusal('error404'))
      await openForm({ id: 'p1' })
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
    await open({ id: 'p1' })
    await expectText('You cannot change this post')
    expect(text()).toBeNull()
  })
})
