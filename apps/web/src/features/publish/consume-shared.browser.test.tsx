import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clearShares, storeShare, newShareId, type SharedNote } from '#web/kernel/offline/shares.ts'
import { clearDraftPhotos } from '#web/kernel/picture/draft-photos.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { findPostDraft } from './draft-store.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { consumeShared } from './consume-shared.ts'

beforeAll(() => loadTexts('common', 'errors', 'publish'))
afterEach(async () => {
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const { id } of shownToasts()) closeToast(id)
  await Promise.all([clearShares(), clearDraftPhotos()])
})

const picture = async () => {
  const canvas = new OffscreenCanvas(4, 3)
  canvas.getContext('2d')!.fillRect(0, 0, 4, 3)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo', { type: 'image/png' })
}

/** Stores a share under this id, as the service worker does. */
const shareAs = async (id: string, note: Partial<SharedNote>, ...pictures: File[]) => {
  const counts = { pictures: pictures.length, kept: pictures.length, otherFiles: 0 }
  await storeShare(id, { owner: 'u1', at: Date.now(), isVouched: true, words: [], ...counts, ...note }, pictures)
  return id
}
const share = (note: Partial<SharedNote>, ...pictures: File[]) => shareAs(newShareId(), note, ...pictures)

let visits = 0
/** Opens the form with a share; returns `goes on` if that redirects to the form without the share in the URL. */
const visit = async (shareId: string): Promise<'goes on' | 'stays'> => {
  const location = { href: '/', state: { __TSR_key: String(++visits) } }
  const routeArgs = { location, params: { c: 'les-tilleuls' }, search: { shared: shareId } } as never
  try {
    await consumeShared('u1', routeArgs)
    return 'stays'
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return 'goes on'
  }
}
const toastTexts = () => shownToasts().map(({ text }) => text)
const draftText = async () => {
  const draft = (await findPostDraft('u1'))?.draft
  return draft && draft.fr.description + draft.en.description
}

test('consumeShared reports what the draft could not include, and does not add the same share twice', async () => {
  const broken = new File(['no picture'], 'photo', { type: 'image/png' })
  const first = await share({ words: ['Dimanche'], otherFiles: 1 }, broken, await picture())
  expect(await visit(first)).toBe('goes on')
  expect(await draftText()).toBe('Dimanche')
  expect(toastTexts()).toEqual([`${t('publish.shared.morepictures')} ${t('publish.shared.nopicture', { count: 1 })}`])
  const words = ['x'.repeat(200_000)]
  await visit(await share({ words }, await picture()))
  const [cut] = toastTexts()
  expect(cut).toContain(t('publish.shared.hasphoto'))
  const fullText = await draftText()
  expect(fullText).toMatch(/^Dimanche\nx+$/)
  expect(cut).toContain(t('publish.shared.cut', { count: fullText!.length - 'Dimanche\n'.length }))
  for (const { id } of shownToasts()) closeToast(id)
  expect(await visit(first)).toBe('goes on')
  expect([await draftText(), toastTexts()]).toEqual([fullText, []])
})

test('consumeShared does not add a share again that an earlier page load had added but could not delete', async () => {
  const id = await share({ words: ['Dimanche'] })
  await visit(id)
  await shareAs(id, { words: ['Dimanche'] })
  expect(await visit(id)).toBe('goes on')
  expect([await draftText(), toastTexts()]).toEqual(['Dimanche', []])
})

test('consumeShared reports a share that is missing', async () => {
  await visit(newShareId())
  expect(toastTexts()).toEqual([t('publish.shared.nothing')])
})

test('consumeShared asks before adding a share that may come from another site, but the installed app adds the opened share at once', async () => {
  const before = await share({ isVouched: false, words: ['Samedi'] })
  expect(await visit(before)).toBe('stays')
  expect([await draftText(), toastTexts()]).toEqual([undefined, [t('publish.shared.ask')]])
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => matchMedia(query.replace('display-mode: browser', 'width: 1px')))
  expect(await visit(await share({ isVouched: false, words: ['Dimanche'] }))).toBe('stays')
  expect([await draftText(), toastTexts()]).toEqual(['Dimanche', [t('publish.shared.ask')]])
})
