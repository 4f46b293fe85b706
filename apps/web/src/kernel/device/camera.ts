export type CameraError = 'denied' | 'none'

export type Facing = 'environment' | 'user'

const toCameraError = (error: unknown): CameraError =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'none'

/** Opens a camera without sound, or returns why it failed. Stop the stream with `stopCamera`. */
export const openCamera = async (
  facing: Facing,
  constraints: MediaTrackConstraints = {},
): Promise<MediaStream | CameraError> => {
  // Browsers offer mediaDevices over HTTPS only.
  if (!navigator.mediaDevices) return 'none'
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { ...constraints, facingMode: facing }, audio: false })
  } catch (error) {
    return toCameraError(error)
  }
}

export const stopCamera = (stream: MediaStream | null | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
