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

/** Stores a share under this name, as the worker does. */
const shareAs = async (id: string, note: Partial<SharedNote>, ...pictures: File[]) => {
  const counts = { pictures: pictures.length, kept: pictures.length, otherFiles: 0 }
  await keepShared(id, { owner: 'u1', at: Date.now(), isVouched: true, words: [], ...counts, ...note }, pictures)
  return id
}
const share = (note: Partial<SharedNote>, ...pictures: File[]) => shareAs(newShareId(), note, ...pictures)

let visits = 0
/** A visit that comes with a share: whether it goes on to the form. */
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

test('what was not taken over is told, and what was taken is not taken again', async () => {
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

test('what a page took that ended before it was forgotten is not taken again', async () => {
  const id = await share({ words: ['Dimanche'] })
  await visit(id)
  await shareAs(id, { words: ['Dimanche'] })
  expect(await visit(id)).toBe('goes on')
  expect([await written(), told()]).toEqual(['Dimanche', []])
})

test('a share that is not there says that nothing came', async () => {
  await visit(newShareId())
  expect(told()).toEqual([t('publish.shared.nothing')])
})

test('what another site may have sent is asked about; the installed app takes its own at once, and nothing of before', async () => {
  const before = await share({ isVouched: false, words: ['Samedi'] })
  expect(await visit(before)).toBe('stays')
  expect([await written(), told()]).toEqual([undefined, [t('publish.shared.ask')]])
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => matchMedia(query.replace('display-mode: browser', 'width: 1px')))
  expect(await visit(await share({ isVouched: false, words: ['Dimanche'] }))).toBe('stays')
  expect([await written(), told()]).toEqual(['Dimanche', [t('publish.shared.ask')]])
})
