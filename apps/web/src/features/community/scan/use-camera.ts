import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openCamera, stopCamera } from '#web/kernel/device/camera.ts'
import { createCodeReader, drawToCanvas, type CodeReader } from './code-reader.ts'

/** `off` means that a code was found. The last three values are the reasons why the camera cannot scan. */
export type CameraState = 'starting' | 'scanning' | 'off' | 'denied' | 'none' | 'noreader'

/** Pause between two scanned frames, which leaves an old phone time for other work. */
const PAUSE_MS = 120

type Light = { torch?: boolean }

/** Returns the video track of a camera that has a light; null for a camera without one. */
const torchTrackOf = (stream: MediaStream): MediaStreamTrack | null => {
  const [camera] = stream.getVideoTracks()
  const capabilities = camera?.getCapabilities?.() as Light | undefined
  return capabilities?.torch ? (camera ?? null) : null
}

const applyTorch = (track: MediaStreamTrack, torch: boolean) =>
  track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })

/** Reads frames until one contains a code and returns its text; null if the scan is stopped first. */
const findCode = async (video: HTMLVideoElement, read: CodeReader, isStopped: () => boolean) => {
  const canvas = document.createElement('canvas')
  while (!isStopped()) {
    const size = { width: video.videoWidth, height: video.videoHeight }
    const text = drawToCanvas(canvas, video, size) ? await read(canvas).catch(() => null) : null
    if (isStopped()) return null
    if (text) return text
    await new Promise(done => setTimeout(done, PAUSE_MS))
  }
  return null
}

interface ScanEvents {
  onState: (state: CameraState) => void
  /** Called with the track of a camera that has a light, otherwise with null. */
  onTorchTrack: (track: MediaStreamTrack | null) => void
  onFound: (text: string) => void
}

/** Shows the camera picture and scans until a code is found. Returns a function that stops the scan. */
const startScan = (element: HTMLVideoElement | null, { onState, onTorchTrack, onFound }: ScanEvents): (() => void) => {
  let isStopped = false
  let stream: MediaStream | undefined

  const start = async () => {
    // The reader loads while the browser asks for the camera permission.
    const reader = createCodeReader()
    reader.catch(() => {})
    const result = await openCamera('environment')
    if (typeof result === 'string') return isStopped || onState(result)
    stream = result
    if (isStopped || !element) return stopCamera(stream)
    element.srcObject = stream
    await element.play().catch(() => {})
    onTorchTrack(torchTrackOf(stream))
    try {
      const read = await reader
      if (isStopped) return
      onState('scanning')
      const text = await findCode(element, read, () => isStopped)
      if (!text || isStopped) return
      isStopped = true
      element.pause()
      onState('off')
      onFound(text)
    } catch {
      if (!isStopped) onState('noreader')
    }
  }
  void start()
  return () => {
    isStopped = true
    stopCamera(stream)
  }
}

/** Scans with the camera from mount until a code is found; `scan` starts another scan. */
export const useCamera = (onFound: (text: string) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [scanCount, setScanCount] = useState(0)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [lit, setLit] = useState(false)
  const handleFound = useEffectEvent(onFound)

  useEffect(() => {
    const stop = startScan(video.current, {
      onState: setState,
      onTorchTrack: setTrack,
      onFound: text => handleFound(text),
    })
    return () => {
      stop()
      setTrack(null)
      setLit(false)
    }
  }, [scanCount])

  return {
    video,
    state,
    /** Null when the camera has no light. */
    light: track && {
      lit,
      toggle: () =>
        void applyTorch(track, !lit).then(
          () => setLit(!lit),
          () => {},
        ),
    },
    scan: () => {
      setState('starting')
      setScanCount(now => now + 1)
    },
  }
}
