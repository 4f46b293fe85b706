/** Why there is no picture of a camera: its owner said no, or there is none that could be had. */
export type CameraTrouble = 'denied' | 'none'

export type Facing = 'environment' | 'user'

/** The browser says no in two ways. */
const whyNot = (error: unknown): CameraTrouble =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'none'

/**
 * Asks for a camera, without sound. Never throws: where there is none it says why. Whoever gets a stream stops its
 * tracks.
 */
export const openCamera = async (
  facing: Facing,
  more: MediaTrackConstraints = {},
): Promise<MediaStream | CameraTrouble> => {
  // without https a browser has none
  if (!navigator.mediaDevices) return 'none'
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { ...more, facingMode: facing }, audio: false })
  } catch (error) {
    return whyNot(error)
  }
}

export const stopCamera = (stream: MediaStream | null | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
