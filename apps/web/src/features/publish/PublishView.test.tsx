import { getEvent } from '@parvis/contract/feed.ts'
import { editPost, MAX_TEXT_LENGTH, publishPost } from '@parvis/contract/publish.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { somePost } from '#web/features/feed/testing/some-post.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  calls,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { onPublished, openForm, setUpPostForm, textArea } from './testing/post-form.tsx'

// The outbox is mocked, because these tests do not cover it.
const outbox = vi.hoisted(() => ({ hasPending: false, queuedKinds: [] as string[] }))
vi.mock('#web/ui/queue-send.ts', () => ({
  hasPendingBefore: async () => outbox.hasPending,
  queueSend: async ({ kind }: { kind: string }) => {
    outbox.queuedKinds.push(kind)
    return null
  },
}))

setUpPostForm()

const focused = () => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName
const video = () => document.querySelector<HTMLInputElement>('[name=video]')
const pick = (name: string, type: string, ...parts: BlobPart[]) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(field, 'files', { configurable: true, value: [new File(parts, name, { type })] })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })

beforeEach(() => {
  Object.assign(outbox, { hasPending: false, queuedKinds: [] })
  stub(publishPost, somePost('p1'))
})

test('the Enter key does not submit from a single-line field, and inserts a line break in the text', async () => {
  await openForm()
  await press('Video link')
  const pressEnter = (field: Element | null) =>
    !field!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  expect([pressEnter(video()), pressEnter(textArea())]).toEqual([true, false])
})

describe('a new post', () => {
  test('requires a text, shows the error beside the text field, and preserves the other fields', async () => {
    await openForm()
    await typeInto('Moustache', '[name=title]')
    await press('Post')
    await expectText('Post text is mandatory')
    await waitUntil(() => document.activeElement === textArea())
    expect([textArea()!.getAttribute('aria-invalid'), focused()]).toEqual(['true', textArea()!.name || 'textarea'])
    expect([document.querySelector<HTMLInputElement>('[name=title]')!.value, bodies]).toEqual(['Moustache', []])
    await typeInto('Hello')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ lang: { en: { title: 'Moustache', description: 'Hello' } } }])
    expect(shownToasts().map(one => one.text)).toEqual(['Your post is on the board.'])
  })

  test('can have a video with a text after the video, and a photo can still be added', async () => {
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

  test('shows its text after the media again when the post is edited, and saves that text', async () => {
    const post = somePost('p1', { abilities: { ...somePost('p1').abilities, edit: true } })
    post.eventId = {
      ...post.eventId,
      description: 'Found',
      postDescription: 'Merci à tous',
      youtubeVideoId: 'dQw4w9WgXcQ',
    }
    stub(getEvent, post)
    stub(editPost, post)
    await openForm({ postId: 'p1' })
    expect(document.querySelector<HTMLTextAreaElement>('[name=postDescription]')!.value).toBe('Merci à tous')
    await press('Save')
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toMatchObject([{ postDescription: 'Merci à tous' }])
  })

  test('is not sent while a text is too long; the form preserves that text and switches to its language', async () => {
    await openForm()
    await typeInto('a'.repeat(MAX_TEXT_LENGTH + 3))
    await expectText('3 characters too many')
    await press('Post')
    await press('Français')
    await typeInto('Bonjour')
    await press('Post')
    await expectText('3 characters too many')
    expect([textArea()!.value.length, bodies]).toEqual([MAX_TEXT_LENGTH + 3, []])
    await typeInto('Hello')
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ description: 'Bonjour', lang: { en: { description: 'Hello' } } }])
  })

  test('detects a pasted video link without moving the focus, and not again after its removal', async () => {
    await openForm()
    textArea()!.focus()
    await typeInto('Look https://youtu.be/dQw4w9WgXcQ ')
    expect(video()!.value).toBe('https://youtu.be/dQw4w9WgXcQ')
    expect(document.activeElement === textArea()).toBe(true)
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove the video"]')!.click())
    await typeInto('Look https://youtu.be/dQw4w9WgXcQ  ')
    expect(video()).toBeNull()
  })

  test('shows an error beside a link that leads to no video, and sends the video id of a valid link', async () => {
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

  test('shows at once why a file is not accepted as a photo, and preserves the text', async () => {
    await openForm()
    await typeInto('Kept')
    await pick('note.txt', 'text/plain', 'hello')
    await expectText('This file isn’t a photo.')
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
    await pick('IMG_1.heic', 'image/heic', new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(40))
    await expectText('This browser cannot read HEIC photos.')
    await pick('cat.jpg', 'image/jpeg', 'no picture')
    await expectText('This photo cannot be read.')
    expect([textArea()!.value, document.body.textContent.includes('HEIC')]).toEqual(['Kept', false])
  })

  test('can be cancelled while it is being sent, and its text is preserved when the server refuses it', async () => {
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
    expect(textArea()!.value).toBe('Kept')
  })

  test('is queued in the outbox behind earlier pending posts', async () => {
    outbox.hasPending = true
    await openForm()
    await typeInto('Second')
    await press('Post')
    await waitUntil(() => outbox.queuedKinds.length > 0)
    expect([outbox.queuedKinds, calls]).toEqual([['post'], []])
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

  test('is restored from its draft at the next visit; discarding the draft can be undone until the author types again', async () => {
    await openForm()
    await typeInto('Begun')
    await clearPage()
    expect(shownToasts().map(one => one.text)).toEqual(['Draft kept on this device.'])
    await openForm()
    await expectText('You began this post earlier.')
    expect([textArea()!.value, shownToasts()]).toEqual(['Begun', []])
    await press('Discard')
    await waitUntil(() => textArea()!.value === '')
    expect(document.body.textContent).not.toContain('You began this post earlier.')
    await act(async () => shownToasts().at(-1)!.action!.onClick())
    await waitUntil(() => textArea()!.value === 'Begun')
    expect(textArea()!.value).toBe('Begun')
    await press('Discard')
    await waitUntil(() => textArea()!.value === '')
    expect(shownToasts()).toHaveLength(1)
    await typeInto('Anew')
    expect(shownToasts()).toEqual([])
  })
})
