import { useEffect, useRef } from 'react'

export interface FaceProps {
  /** One that was picked, else the address of the one that is stored. */
  photo: Blob | string
  alt: string
  className?: string
}

/** A photo, picked or stored, as large as its place. */
export const Face = ({ photo, alt, className }: FaceProps) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = typeof photo === 'string' ? photo : URL.createObjectURL(photo)
    if (image.current) image.current.src = address
    return () => {
      if (photo !== address) URL.revokeObjectURL(address)
    }
  }, [photo])
  return <img ref={image} alt={alt} className={className} />
}
