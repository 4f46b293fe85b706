import { useEffect, useState } from 'react'
import {
  MAX_PICKED_BYTES,
  measurePhoto,
  type Part,
  preparePhoto,
  type PhotoTrouble,
  type Size,
} from '#web/kernel/picture/prepare-photo.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { keepFace } from './profile-draft.ts'

/** Side of a profile photo in pixels: it is never shown larger. */
const FACE_SIDE_PX = 1024
const BYTES_IN_MB = 1024 * 1024
/** Relative difference of the sides up to which a photo counts as square. */
const SQUARE_SLACK = 0.02

/** In percent of the picture's sides. */
const ALL: Part = { x: 0, y: 0, width: 100, height: 100 }

export type PhotoSource = 'albums' | 'camera'

const isSquare = ({ width, height }: Size) => Math.abs(width - height) <= SQUARE_SLACK * Math.max(width, height)

// Apart from the code that uses it: the bundler would put that code inside its own wrapper around the import.
const loadCrop = async () => (await Promise.all([import('./components/CropPhoto.tsx'), loadTexts('profile')]))[0]

/** The open crop dialog and the callback for its answer; null leaves everything as it was. */
interface Question {
  CropPhoto: Awaited<ReturnType<typeof loadCrop>>['CropPhoto']
  address: string
  size: Size
  answer: (part: Part | null) => void
}

/** A profile photo that was picked, now or before a reload; the device stores it until it is saved. */
export const usePhoto = (userId: string, start: Blob | null) => {
  const { t } = useText()
  const [photo, setPhoto] = useState(start)
  const [preparing, setPreparing] = useState(false)
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  const ask = async (file: File, size: Size): Promise<Part | null> => {
    const dialog = await loadCrop().catch(onLostPart)
    if (!dialog) return null
    const address = URL.createObjectURL(file)
    const part = await new Promise<Part | null>(answer => setQuestion({ ...dialog, address, size, answer }))
    URL.revokeObjectURL(address)
    setQuestion(null)
    return part
  }
  // Leaving the screen cancels the dialog.
  useEffect(() => () => question?.answer(null), [question])

  const cut = async (file: File, from: PhotoSource): Promise<Blob | PhotoTrouble | null> => {
    const size = await measurePhoto(file)
    if (typeof size === 'string') return size
    // The camera already shows the square that it takes.
    const part = from === 'camera' && isSquare(size) ? ALL : await ask(file, size)
    if (!part) return null
    const prepared = await preparePhoto(file, FACE_SIDE_PX, part)
    return prepared.photo ?? prepared.trouble
  }
  /** Replaces the photo by an existing one, or by none. */
  const replace = (found: Blob | null): Promise<void> => {
    setPhoto(found)
    setTrouble(null)
    return keepFace(userId, found)
  }
  /** Returns whether the picture can be used. */
  const pick = async (file: File, from: PhotoSource = 'albums'): Promise<boolean> => {
    if (preparing) return false
    setPreparing(true)
    const found = await cut(file, from)
    setPreparing(false)
    if (!found) return false
    if (typeof found === 'string') setTrouble(found)
    else await replace(found)
    return typeof found !== 'string'
  }
  const error = trouble && t(`media.photo.${trouble}`, { megabytes: MAX_PICKED_BYTES / BYTES_IN_MB })
  return {
    photo,
    preparing,
    error,
    pick,
    replace,
    /** The crop dialog, to be rendered outside of the form: the Enter key in it would submit the form. */
    cropping: question && (
      <question.CropPhoto
        address={question.address}
        size={question.size}
        onUse={question.answer}
        onCancel={() => question.answer(null)}
      />
    ),
  }
}
