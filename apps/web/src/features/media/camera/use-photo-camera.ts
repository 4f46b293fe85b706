import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { subscribeTo } from '#web/kernel/observable.ts'
import { type CameraError, type Facing, openCamera, stopCamera } from '#web/kernel/device/camera.ts'

/** Long side over short side, from the specification. */
const RATIO = 2
const VIDEO_WIDTH_PX = 1920
/** Largest digital zoom, for a camera without a zoom of its own. */
const MAX_DIGITAL_ZOOM = 4

interface Zoom {
  min: number
  max: number
  value: number
  /** Whether the camera itself zooms; otherwise its picture is cropped. */
  isNative: boolean
}

const digitalZoom: Zoom = { min: 1, max: MAX_DIGITAL_ZOOM, value: 1, isNative: false }

interface PhotoCamera {
  state: 'starting' | 'live' | CameraError
  track?: MediaStreamTrack | undefined
  zoom: Zoom
  /** Whether there is another camera to switch to. */
  hasOtherCamera: boolean
}

const zoomOf = (track: MediaStreamTrack | undefined): Zoom => {
  const capabilities = track?.getCapabilities?.() as { zoom?: { min: number; max: number } } | undefined
  const { zoom: value } = (track?.getSettings?.() ?? {}) as { zoom?: number }
  return capabilities?.zoom && capabilities.zoom.max > capabilities.zoom.min
    ? { min: capabilities.zoom.min, max: capabilities.zoom.max, value: value ?? capabilities.zoom.min, isNative: true }
    : digitalZoom
}

const onVisibilityChange = subscribeTo(document, 'visibilitychange')

/** Runs the camera of the device: off while the page is hidden, or while paused. */
export const usePhotoCamera = (facing: Facing, isPaused: boolean) => {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<PhotoCamera>({
    state: 'starting',
    zoom: digitalZoom,
    hasOtherCamera: false,
  })
  const [retryCount, setRetryCount] = useState(0)
  const visible = useSyncExternalStore(onVisibilityChange, () => !document.hidden)

  useEffect(() => {
    if (isPaused || !visible) return
    const element = video.current
    let isStopped = false
    let stream: MediaStream | undefined
    const change = (next: Partial<PhotoCamera>) => setCamera(before => ({ ...before, ...next }))
    const start = async () => {
      const isTall = innerHeight > innerWidth
      const result = await openCamera(facing, {
        width: { ideal: VIDEO_WIDTH_PX },
        aspectRatio: { ideal: isTall ? 1 / RATIO : RATIO },
      })
      if (typeof result === 'string') return isStopped || change({ state: result })
      stream = result
      if (isStopped || !element) return stopCamera(stream)
      element.srcObject = stream
      await element.play().catch(() => {})
      const [first] = stream.getVideoTracks()
      // The track ends when the camera is unplugged or taken over by another app.
      first?.addEventListener('ended', () => isStopped || change({ state: 'none' }))
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (isStopped) return
      change({
        state: 'live',
        track: first,
        zoom: zoomOf(first),
        hasOtherCamera: devices.filter(({ kind }) => kind === 'videoinput').length > 1,
      })
    }
    void start()
    return () => {
      isStopped = true
      stopCamera(stream)
      change({ state: 'starting', track: undefined })
    }
  }, [facing, isPaused, visible, retryCount])

  return {
    ...camera,
    video,
    setZoom: (value: number) => {
      setCamera(before => ({ ...before, zoom: { ...before.zoom, value } }))
      if (camera.zoom.isNative)
        camera.track?.applyConstraints({ advanced: [{ zoom: value } as MediaTrackConstraintSet] }).catch(() => {})
    },
    retry: () => setRetryCount(now => now + 1),
  }
}
