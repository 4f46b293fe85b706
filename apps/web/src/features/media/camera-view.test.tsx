import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, drawAlone, press, shows, wipe } from '#web/testing/draw-alone.tsx'
import { CameraView } from './CameraView.tsx'

drawAlone('media')

const ask = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>()
const taken = vi.fn<(photo: File) => void>()
const left = vi.fn<() => void>()
const refuseAs = (name: string) => ask.mockRejectedValue(new DOMException('no', name))

beforeEach(() => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: ask } })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.clearAllMocks()
})
const drawCamera = (from: 'post' | 'profile' = 'post') =>
  draw(<CameraView from={from} onPhoto={taken} onLeave={left} />)

test('explains a refused camera and takes a photo from the library instead', async () => {
  refuseAs('NotAllowedError')
  await drawCamera()
  await shows('The camera is not allowed')
  await shows('Allow it with the lock beside the address')
  await shows('For your post')
  expect(document.querySelector('[role=status] h2')?.textContent).toBe('The camera is not allowed')
  expect(document.querySelector('[aria-label="Take the photo"]')).toBeNull()
  const photo = new File(['x'], 'photo.png', { type: 'image/png' })
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(field.accept).toBe('image/*')
  await act(async () => {
    Object.defineProperty(field, 'files', { configurable: true, value: [photo] })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(taken).toHaveBeenCalledExactlyOnceWith(photo)
})

test('explains a missing camera, retries on request, and can be cancelled', async () => {
  refuseAs('NotFoundError')
  await drawCamera('profile')
  await shows('No camera here')
  expect(ask.mock.calls[0]![0]).toMatchObject({ audio: false, video: { facingMode: 'user' } })
  refuseAs('NotAllowedError')
  await press('Try again')
  await shows('The camera is not allowed')
  expect(ask).toHaveBeenCalledTimes(2)
  await press('Cancel')
  expect(left).toHaveBeenCalledOnce()
})

test('closes with Escape and stops filming', async () => {
  const stop = vi.fn<() => void>()
  const track = { stop, addEventListener: () => {}, getCapabilities: () => ({}), getSettings: () => ({}) }
  const { promise, resolve } = Promise.withResolvers<MediaStream>()
  ask.mockReturnValue(promise)
  await drawCamera()
  await act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(left).toHaveBeenCalledOnce()
  // A stream that arrives after the screen is gone is stopped as well.
  await wipe()
  resolve({ getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream)
  await expect.poll(() => stop.mock.calls.length).toBe(1)
})
