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

/** Side of a face, in pixels: it is never shown larger. */
const FACE_SIDE_PX = 1024
const BYTES_IN_MB = 1024 * 1024
/** By how much of the longer side the other may be shorter in what is a square all the same. */
const SQUARE_SLACK = 0.02

/** In hundredths of the picture's sides. */
const ALL: Part = { x: 0, y: 0, width: 100, height: 100 }

export type PhotoSource = 'albums' | 'camera'

const isSquare = ({ width, height }: Size) => Math.abs(width - height) <= SQUARE_SLACK * Math.max(width, height)

// apart from what is done with it: the bundler would put that inside its own watch over the import
const loadCrop = async () => (await Promise.all([import('./components/CropPhoto.tsx'), loadTexts('profile')]))[0]

/** A dialog that asks what of a picture is used, and where its answer goes: null leaves everything as it was. */
interface Question {
  CropPhoto: Awaited<ReturnType<typeof loadCrop>>['CropPhoto']
  address: string
  size: Size
  answer: (part: Part | null) => void
}

/** A face that was picked, or was there before a reload; the device keeps it as long as it is not saved. */
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
  // who leaves has cancelled
  useEffect(() => () => question?.answer(null), [question])

  const cut = async (file: File, from: PhotoSource): Promise<Blob | PhotoTrouble | null> => {
    const size = await measurePhoto(file)
    if (typeof size === 'string') return size
    // the camera shows a face as the square that it takes
    const part = from === 'camera' && isSquare(size) ? ALL : await ask(file, size)
    if (!part) return null
    const prepared = await preparePhoto(file, FACE_SIDE_PX, part)
    return prepared.photo ?? prepared.trouble
  }
  /** By one that is there already, or by none. */
  const replace = (found: Blob | null): Promise<void> => {
    setPhoto(found)
    setTrouble(null)
    return keepFace(userId, found)
  }
  /** Whether it can be used. */
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
    /** The dialog that asks, to be drawn outside of the form: a key in it would send that. */
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
