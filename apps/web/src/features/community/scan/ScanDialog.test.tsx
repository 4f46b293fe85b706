import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { render, renderStandalone, press, expectText } from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import type { PictureScan } from './read-picture.ts'
import { ScanDialog } from './ScanDialog.tsx'

renderStandalone('community')

// Fakes what the camera and the picture contain; a browser test covers the decoding.
const camera = vi.hoisted(() => ({ state: 'scanning', see: (_text: string) => {}, scans: 0 }))
const picture = vi.hoisted(() => ({ read: { error: 'nocode' } as PictureScan }))
vi.mock('./use-camera.ts', () => ({
  useCamera: (onFound: (text: string) => void) => {
    camera.see = onFound
    return { video: null, state: camera.state, light: null, scan: () => camera.scans++ }
  },
}))
vi.mock('./read-picture.ts', () => ({ readPicture: async () => picture.read }))

const found = vi.fn()
const closed = vi.fn()
beforeEach(() => {
  Object.assign(camera, { state: 'scanning', scans: 0 })
  vi.clearAllMocks()
})
const open = () => render(<ScanDialog origins={['https://parvis.example']} onFound={found} onClose={closed} />)
const see = (text: string) => act(async () => camera.see(text))
const pick = (read: PictureScan) =>
  act(async () => {
    picture.read = read
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', { configurable: true, value: [new File(['x'], 'code.png')] })
    Object.defineProperty(input, 'value', { configurable: true, writable: true, value: '' })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })

describe('the code scanner', () => {
  test('opens the screen of the app that a code links to', async () => {
    await open()
    await expectText(t('find.aim'))
    await see('https://parvis.example/quartier-de-la-gare/connexion?registerkey=GARE-DEMO-2026')
    expect(found).toHaveBeenCalledWith('/quartier-de-la-gare/connexion?registerkey=GARE-DEMO-2026')
  })

  test('shows a URL of another site without opening it, and scans again on request', async () => {
    await open()
    await see('https://evil.example/les-tilleuls')
    for (const words of [t('find.unknown.title'), t('find.unknownurlinfo'), 'evil.example/les-tilleuls'])
      await expectText(words)
    expect(document.querySelector('a[href*=evil]')).toBeNull()
    expect(findControl(t('find.scan.byname'))!.getAttribute('href')).toBe('/communautes')
    expect(found).not.toHaveBeenCalled()
    await press(t('find.scan.again'))
    expect(camera.scans).toBe(1)
    expect(document.body.textContent).not.toContain(t('find.unknown.title'))
  })

  test.each(['denied', 'none'] as const)(
    'explains why the camera is unavailable, and reads a picture of the code instead: %s',
    async state => {
      camera.state = state
      await open()
      await expectText(t(state === 'denied' ? 'find.camerainfo' : 'find.camera.none.text'))
      await pick({ error: 'nopicture' })
      await expectText(t('find.nopicture.title'))
      await pick({ error: 'nocode' })
      await expectText(t('find.nocode.title'))
      expect(findControl(t('find.scan.picture'))).toBeDefined()
      await pick({ text: 'https://parvis.example/les-tilleuls' })
      expect(found).toHaveBeenCalledWith('/les-tilleuls')
    },
  )

  test('closes by its close button', async () => {
    await open()
    await act(async () => findControl(t('common.close'))!.click())
    expect(closed).toHaveBeenCalledTimes(1)
  })
})
