import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openCamera, stopCamera } from '#web/kernel/device/camera.ts'
import { createReader, drawInto, type ReadCode } from './code-reader.ts'

/** `off` after a code was found; the last three say why nothing is scanned. */
export type CameraState = 'starting' | 'scanning' | 'off' | 'denied' | 'none' | 'noreader'

/** Between two frames, so that an old phone has time for other work. */
const PAUSE_MS = 120

type Light = { torch?: boolean }

/** Scans with the camera until a code is found; `scan` starts again. */
export const useCamera = (onFound: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [lit, setLit] = useState(false)
  const found = useEffectEvent(onFound)

  useEffect(() => {
    const element = video.current
    let left = false
    let stream: MediaStream | undefined
    const canvas = document.createElement('canvas')

    const look = async (read: ReadCode) => {
      while (!left && element) {
        const size = { width: element.videoWidth, height: element.videoHeight }
        const text = drawInto(canvas, element, size) ? await read(canvas).catch(() => null) : null
        if (left) return
        if (text) {
          left = true
          element.pause()
          setState('off')
          return found(text)
        }
        await new Promise(done => setTimeout(done, PAUSE_MS))
      }
    }

    const start = async () => {
      // Loads while the permission is asked for: on a slow network it is ready by then.
      const reader = createReader()
      reader.catch(() => {})
      const got = await openCamera('environment')
      if (typeof got === 'string') return left || setState(got)
      stream = got
      if (left || !element) return stopCamera(stream)
      element.srcObject = stream
      await element.play().catch(() => {})
      const [camera] = stream.getVideoTracks()
      const able = camera?.getCapabilities?.() as Light | undefined
      setTrack(able?.torch ? (camera ?? null) : null)
      try {
        const read = await reader
        if (left) return
        setState('scanning')
        await look(read)
      } catch {
        if (!left) setState('noreader')
      }
    }
    void start()
    return () => {
      left = true
      stopCamera(stream)
      setTrack(null)
      setLit(false)
    }
  }, [attempt])

  return {
    video,
    state,
    /** Null when the camera has no light. */
    light: track && {
      lit,
      turn: () =>
        void track.applyConstraints({ advanced: [{ torch: !lit } as MediaTrackConstraintSet] }).then(
          () => setLit(!lit),
          () => {},
        ),
    },
    scan: () => {
      setState('starting')
      setAttempt(now => now + 1)
    },
  }
}
