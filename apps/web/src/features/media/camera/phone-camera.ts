import { Camera, CameraDirection } from '@capacitor/camera'
import type { CameraError, Facing } from '#web/kernel/device/camera.ts'
import { cutShot } from './shot.ts'

/** Quality of the phone's encoder, 0 to 100, from the specification. */
const QUALITY = 50
/** Long side over short side, from the specification. */
const RATIO = 2

/** Error codes from the plugin's documentation; its browser implementation has messages only. */
const errorsByCode: Record<string, CameraError | 'left'> = {
  'OS-PLUG-CAMR-0003': 'denied',
  'OS-PLUG-CAMR-0006': 'left',
}

const toCameraError = (error: unknown): CameraError | 'left' => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return errorsByCode[code] ?? (/cancel/i.test(message) ? 'left' : 'none')
}

/** Crops to the specified ratio, or to a square. Without a photo returns why; `left`: the person cancelled. */
export const takePhonePhoto = async (facing: Facing, isSquare: boolean): Promise<File | CameraError | 'left'> => {
  try {
    const { webPath } = await Camera.takePhoto({
      quality: QUALITY,
      cameraDirection: facing === 'user' ? CameraDirection.Front : CameraDirection.Rear,
      // In a browser, the plugin opens the file dialog.
      webUseInput: true,
    })
    const picture = await createImageBitmap(await (await fetch(webPath ?? '')).blob())
    const isTall = picture.height > picture.width
    const long = isSquare ? 1 : RATIO
    const window = isTall ? { width: 1, height: long } : { width: long, height: 1 }
    const photo = await cutShot(picture, picture, window, 1)
    picture.close()
    return photo ?? 'none'
  } catch (error) {
    return toCameraError(error)
  }
}
