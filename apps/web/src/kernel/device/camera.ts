export type CameraTrouble = 'denied' | 'none'

export type Facing = 'environment' | 'user'

const whyNot = (error: unknown): CameraTrouble =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'none'

/**
 * Opens a camera, without sound. Never throws: returns the reason if it fails. The caller must stop the stream with
 * `stopCamera`.
 */
export const openCamera = async (
  facing: Facing,
  more: MediaTrackConstraints = {},
): Promise<MediaStream | CameraTrouble> => {
  // Browsers offer mediaDevices over HTTPS only.
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
