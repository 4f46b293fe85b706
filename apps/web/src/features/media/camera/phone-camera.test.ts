// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const camera = vi.hoisted(() => ({ take: vi.fn<(options: object) => Promise<{ webPath: string }>>() }))
vi.mock('@capacitor/camera', () => ({
  Camera: { takePhoto: camera.take },
  CameraDirection: { Front: 'FRONT', Rear: 'REAR' },
}))
const cut = vi.hoisted(() => vi.fn<(...given: unknown[]) => Promise<File>>())
vi.mock('./shot.ts', () => ({ cutShot: cut }))

const { takePhonePhoto } = await import('./phone-camera.ts')

const photo = new File(['x'], 'photo.jpg')
const taken = (width: number, height: number) => {
  camera.take.mockResolvedValue({ webPath: 'https://localhost/_capacitor_file_/photo.jpg' })
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }))
}
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('x'))
  camera.take.mockReset()
  cut.mockReset().mockResolvedValue(photo)
})

test.each([
  [[3000, 4000], false, { width: 1, height: 2 }],
  [[4000, 3000], false, { width: 2, height: 1 }],
  [[3000, 4000], true, { width: 1, height: 1 }],
] as const)(
  'takePhonePhoto crops a photo of %j (square: %s) to its middle with the proportions %j',
  async ([width, height], square, window) => {
    taken(width, height)
    expect(await takePhonePhoto(square ? 'user' : 'environment', square)).toBe(photo)
    expect(cut.mock.calls[0]?.[2]).toEqual(window)
    expect(camera.take.mock.calls[0]?.[0]).toMatchObject({ quality: 50, cameraDirection: square ? 'FRONT' : 'REAR' })
  },
)

test.each([
  [{ code: 'OS-PLUG-CAMR-0003', message: 'x' }, 'denied'],
  [{ code: 'OS-PLUG-CAMR-0006', message: 'x' }, 'left'],
  [{ code: 'OS-PLUG-CAMR-0007', message: 'x' }, 'none'],
  [new Error('User cancelled photos app'), 'left'],
  [new Error('something else'), 'none'],
])('takePhonePhoto reports the error %j as %s', async (error, reason) => {
  camera.take.mockRejectedValue(error)
  expect(await takePhonePhoto('environment', false)).toBe(reason)
})
