import { Camera, CameraDirection } from '@capacitor/camera'
import type { CameraTrouble, Facing } from '#web/kernel/device/camera.ts'
import { cutShot } from './shot.ts'

/** Of the encoder of a phone, 0 to 100, as the product names it. */
const QUALITY = 50
/** Of the product's camera: the long side over the short one. */
const RATIO = 2

/** What the plugin says, by its documentation; a browser's half has words alone. */
const troubles: Record<string, CameraTrouble | 'left'> = {
  'OS-PLUG-CAMR-0003': 'denied',
  'OS-PLUG-CAMR-0006': 'left',
}

const troubleOf = (error: unknown): CameraTrouble | 'left' => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return troubles[code] ?? (/cancel/i.test(message) ? 'left' : 'none')
}

/**
 * A photo by the phone's own camera, as long and as wide as the product's has them; a face is square. Why there is
 * none, where there is none: `left` is that its owner changed their mind.
 */
export const takePhonePhoto = async (facing: Facing, square: boolean): Promise<File | CameraTrouble | 'left'> => {
  try {
    const { webPath } = await Camera.takePhoto({
      quality: QUALITY,
      cameraDirection: facing === 'user' ? CameraDirection.Front : CameraDirection.Rear,
      // in a browser the file's own dialog
      webUseInput: true,
    })
    const picture = await createImageBitmap(await (await fetch(webPath ?? '')).blob())
    const isTall = picture.height > picture.width
    const long = square ? 1 : RATIO
    const window = isTall ? { width: 1, height: long } : { width: long, height: 1 }
    const photo = await cutShot(picture, picture, window, 1)
    picture.close()
    return photo ?? 'none'
  } catch (error) {
    return troubleOf(error)
  }
}
