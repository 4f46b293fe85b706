import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forgetShared, keepShared, newShareId, type SharedNote } from '#web/kernel/offline/shared.ts'
import { forgetDraftPhotos } from '#web/kernel/picture/draft-photos.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { findDraft } from '#web/features/publish/draft-store.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { takeShared } from './take-shared.ts'

beforeAll(() => loadTexts('common', 'errors', 'publish'))
afterEach(async () => {
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const { id } of shownToasts()) closeToast(id)
  await Promise.all([forgetShared(), forgetDraftPhotos()])
})

const picture = async () => {
  const canvas = new OffscreenCanvas(4, 3)
  canvas.getContext('2d')!.fillRect(0, 0, 4, 3)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo', { type: 'image/png' })
}

/** Stores a share under this id, as the service worker does. */
const shareAs = async (id: string, note: Partial<SharedNote>, ...pictures: File[]) => {
  const counts = { pictures: pictures.length, kept: pictures.length, otherFiles: 0 }
  await keepShared(id, { owner: 'u1', at: Date.now(), isVouched: true, words: [], ...counts, ...note }, pictures)
  return id
}
const share = (note: Partial<SharedNote>, ...pictures: File[]) => shareAs(newShareId(), note, ...pictures)

let visits = 0
/** Opens the form with a share; tells whether it redirected to the form alone. */
const visit = async (own: string): Promise<'goes on' | 'stays'> => {
  const location = { href: '/', state: { __TSR_key: String(++visits) } }
  const given = { location, params: { c: 'les-tilleuls' }, search: { shared: own } } as never
  try {
    await takeShared('u1', given)
    return 'stays'
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return 'goes on'
  }
}
const told = () => shownToasts().map(({ text }) => text)
const written = async () => {
  const draft = (await findDraft('u1'))?.draft
  return draft && draft.fr.description + draft.en.description
}

test('reports what was left out, and does not add the same share twice', async () => {
  const broken = new File(['no picture'], 'photo', { type: 'image/png' })
  const first = await share({ words: ['Dimanche'], otherFiles: 1 }, broken, await picture())
  expect(await visit(first)).toBe('goes on')
  expect(await written()).toBe('Dimanche')
  expect(told()).toEqual([`${t('publish.shared.morepictures')} ${t('publish.shared.nopicture', { count: 1 })}`])
  const words = ['x'.repeat(200_000)]
  await visit(await share({ words }, await picture()))
  const [cut] = told()
  expect(cut).toContain(t('publish.shared.hasphoto'))
  const whole = await written()
  expect(whole).toMatch(/^Dimanche\nx+$/)
  expect(cut).toContain(t('publish.shared.cut', { count: whole!.length - 'Dimanche\n'.length }))
  for (const { id } of shownToasts()) closeToast(id)
  expect(await visit(first)).toBe('goes on')
  expect([await written(), told()]).toEqual([whole, []])
})

test('does not add a share again that a page consumed but could not delete', async () => {
  const id = await share({ words: ['Dimanche'] })
  await visit(id)
  await shareAs(id, { words: ['Dimanche'] })
  expect(await visit(id)).toBe('goes on')
  expect([await written(), told()]).toEqual(['Dimanche', []])
})

test('reports a share that is missing', async () => {
  await visit(newShareId())
  expect(told()).toEqual([t('publish.shared.nothing')])
})

test('asks before adding a share that another site may have sent; the installed app adds its own at once, but no earlier one', async () => {
  const before = await share({ isVouched: false, words: ['Samedi'] })
  expect(await visit(before)).toBe('stays')
  expect([await written(), told()]).toEqual([undefined, [t('publish.shared.ask')]])
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => matchMedia(query.replace('display-mode: browser', 'width: 1px')))
  expect(await visit(await share({ isVouched: false, words: ['Dimanche'] }))).toBe('stays')
  expect([await written(), told()]).toEqual(['Dimanche', [t('publish.shared.ask')]])
})
