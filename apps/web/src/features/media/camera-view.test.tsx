import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, renderStandalone, press, expectText, clearPage } from '#web/testing/render-standalone.tsx'
import { CameraView } from './CameraView.tsx'

renderStandalone('media')

const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>()
const onPhoto = vi.fn<(photo: File) => void>()
const onLeave = vi.fn<() => void>()
const rejectWith = (name: string) => getUserMedia.mockRejectedValue(new DOMException('no', name))

beforeEach(() => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: getUserMedia } })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.clearAllMocks()
})
const renderCamera = (from: 'post' | 'profile' = 'post') =>
  render(<CameraView caller={from} onPhoto={onPhoto} onLeave={onLeave} />)

test('the camera screen explains that the camera is denied, and takes a photo from the library instead', async () => {
  rejectWith('NotAllowedError')
  await renderCamera()
  await expectText('The camera is not allowed')
  await expectText('Allow it with the lock beside the address')
  await expectText('For your post')
  expect(document.querySelector('[role=status] h2')?.textContent).toBe('The camera is not allowed')
  expect(document.querySelector('[aria-label="Take the photo"]')).toBeNull()
  const photo = new File(['x'], 'photo.png', { type: 'image/png' })
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(field.accept).toBe('image/*')
  await act(async () => {
    Object.defineProperty(field, 'files', { configurable: true, value: [photo] })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(onPhoto).toHaveBeenCalledExactlyOnceWith(photo)
})

test('the camera screen explains a missing camera, retries on request, and can be cancelled', async () => {
  rejectWith('NotFoundError')
  await renderCamera('profile')
  await expectText('No camera here')
  expect(getUserMedia.mock.calls[0]![0]).toMatchObject({ audio: false, video: { facingMode: 'user' } })
  rejectWith('NotAllowedError')
  await press('Try again')
  await expectText('The camera is not allowed')
  expect(getUserMedia).toHaveBeenCalledTimes(2)
  await press('Cancel')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('the camera screen closes with Escape and stops the camera', async () => {
  const stop = vi.fn<() => void>()
  const track = { stop, addEventListener: () => {}, getCapabilities: () => ({}), getSettings: () => ({}) }
  const { promise, resolve } = Promise.withResolvers<MediaStream>()
  getUserMedia.mockReturnValue(promise)
  await renderCamera()
  await act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(onLeave).toHaveBeenCalledOnce()
  // A stream that arrives after the screen is gone is stopped as well.
  await clearPage()
  resolve({ getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream)
  await expect.poll(() => stop.mock.calls.length).toBe(1)
})
