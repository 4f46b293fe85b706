import { useEffect, useRef, useState } from 'react'
import { type CameraTrouble, type Facing, openCamera, stopCamera } from '#web/kernel/device/camera.ts'

export type PhotoCameraState = 'starting' | 'live' | CameraTrouble

/** Long side over short side, from the specification. */
const RATIO = 2
const FILM_PX = 1920
/** Largest digital zoom, for a camera without a zoom of its own. */
const MOST_CUT = 4

interface Zoom {
  min: number
  max: number
  value: number
  /** The camera zooms itself; otherwise the picture is cropped. */
  own: boolean
}

const cutting: Zoom = { min: 1, max: MOST_CUT, value: 1, own: false }

const zoomOf = (track: MediaStreamTrack | undefined): Zoom => {
  const able = track?.getCapabilities?.() as { zoom?: { min: number; max: number } } | undefined
  const { zoom: value } = (track?.getSettings?.() ?? {}) as { zoom?: number }
  return able?.zoom && able.zoom.max > able.zoom.min
    ? { min: able.zoom.min, max: able.zoom.max, value: value ?? able.zoom.min, own: true }
    : cutting
}

/** Runs the camera of the device: off while the page is hidden, or while paused. */
export const usePhotoCamera = (facing: Facing, held: boolean) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<PhotoCameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [visible, setVisible] = useState(!document.hidden)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [zoom, setZoom] = useState(cutting)
  const [cameras, setCameras] = useState(1)

  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    if (held || !visible) return
    const element = video.current
    let left = false
    let stream: MediaStream | undefined
    const start = async () => {
      const isTall = innerHeight > innerWidth
      const got = await openCamera(facing, {
        width: { ideal: FILM_PX },
        aspectRatio: { ideal: isTall ? 1 / RATIO : RATIO },
      })
      if (typeof got === 'string') return left || setState(got)
      stream = got
      if (left || !element) return stopCamera(stream)
      element.srcObject = stream
      await element.play().catch(() => {})
      const [first] = stream.getVideoTracks()
      // Unplugged, or taken over by another app.
      first?.addEventListener('ended', () => left || setState('none'))
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (left) return
      setCameras(devices.filter(({ kind }) => kind === 'videoinput').length)
      setTrack(first ?? null)
      setZoom(zoomOf(first))
      setState('live')
    }
    void start()
    return () => {
      left = true
      stopCamera(stream)
      setTrack(null)
      setState('starting')
    }
  }, [facing, held, visible, attempt])

  return {
    video,
    state,
    /** There is another camera to switch to. */
    hasOther: cameras > 1,
    zoom,
    setZoom: (value: number) => {
      setZoom(before => ({ ...before, value }))
      if (zoom.own) track?.applyConstraints({ advanced: [{ zoom: value } as MediaTrackConstraintSet] }).catch(() => {})
    },
    retry: () => setAttempt(now => now + 1),
  }
}
