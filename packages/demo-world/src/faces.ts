import { listDrawings } from './drawings.ts'
import type { Person } from './texts/people.ts'

/** Weight of one year of age: it outweighs any difference between face numbers, which run from 0 to 999. */
const YEAR_WEIGHT = 1000

const genders: Record<string, Person['gender']> = { woman: 'F', man: 'M', person: null }

const faces = listDrawings('faces').map(drawing => {
  const [gender, age, face] = drawing.slice('faces/'.length).split('-') as [string, string, string]
  return { drawing, gender: genders[gender], age: Number(age), face: Number(face) }
})

/** The drawn face of this gender with the nearest age, then the nearest number. Deterministic. */
export const faceOf = ({ gender, age, face }: Pick<Person, 'gender' | 'age'> & { face: number }): string => {
  const distance = (other: (typeof faces)[number]) =>
    YEAR_WEIGHT * Math.abs(other.age - age) + Math.abs(other.face - face)
  return faces
    .filter(other => other.gender === gender)
    .reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest)).drawing
}
