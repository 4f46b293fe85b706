import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openCamera, stopCamera } from '#web/kernel/device/camera.ts'
import { createReader, drawToCanvas, type CodeReader } from './code-reader.ts'

/** `off` after a code was found; the last three say why nothing is scanned. */
export type CameraState = 'starting' | 'scanning' | 'off' | 'denied' | 'none' | 'noreader'

/** Pause between two scanned frames, which leaves an old phone time for other work. */
const PAUSE_MS = 120

type Light = { torch?: boolean }

/** Scans with the camera until a code is found; `scan` starts again. */
export const useCamera = (onFound: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [lit, setLit] = useState(false)
  const handleFound = useEffectEvent(onFound)

  useEffect(() => {
    const element = video.current
    let isStopped = false
    let stream: MediaStream | undefined
    const canvas = document.createElement('canvas')

    const scanFrames = async (read: CodeReader) => {
      while (!isStopped && element) {
        const size = { width: element.videoWidth, height: element.videoHeight }
        const text = drawToCanvas(canvas, element, size) ? await read(canvas).catch(() => null) : null
        if (isStopped) return
        if (text) {
          isStopped = true
          element.pause()
          setState('off')
          return handleFound(text)
        }
        await new Promise(done => setTimeout(done, PAUSE_MS))
      }
    }

    const start = async () => {
      // The reader loads while the browser asks for the camera permission.
      const reader = createReader()
      reader.catch(() => {})
      const result = await openCamera('environment')
      if (typeof result === 'string') return isStopped || setState(result)
      stream = result
      if (isStopped || !element) return stopCamera(stream)
      element.srcObject = stream
      await element.play().catch(() => {})
      const [camera] = stream.getVideoTracks()
      const capabilities = camera?.getCapabilities?.() as Light | undefined
      setTrack(capabilities?.torch ? (camera ?? null) : null)
      try {
        const read = await reader
        if (isStopped) return
        setState('scanning')
        await scanFrames(read)
      } catch {
        if (!isStopped) setState('noreader')
      }
    }
    void start()
    return () => {
      isStopped = true
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
      toggle: () =>
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
