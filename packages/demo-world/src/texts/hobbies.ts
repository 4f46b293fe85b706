import { b, type Bilingual } from './bilingual.ts'

export interface DemoHobby {
  key: string
  name: Bilingual
}

export const hobbies: DemoHobby[] = [
  { key: 'gardening', name: b('Jardinage', 'Gardening') },
  { key: 'cycling', name: b('Vélo', 'Cycling') },
  { key: 'hiking', name: b('Randonnée', 'Hiking') },
  { key: 'cooking', name: b('Cuisine', 'Cooking') },
  { key: 'baking', name: b('Pain et pâtisserie', 'Baking') },
  { key: 'board-games', name: b('Jeux de société', 'Board games') },
  { key: 'choir', name: b('Chant choral', 'Choir singing') },
  { key: 'instruments', name: b('Jouer de la musique', 'Playing music') },
  { key: 'reading', name: b('Lecture', 'Reading') },
  { key: 'cinema', name: b('Cinéma', 'Films') },
  { key: 'photography', name: b('Photographie', 'Photography') },
  { key: 'handiwork', name: b('Bricolage', 'Handiwork') },
  { key: 'sewing', name: b('Couture et tricot', 'Sewing and knitting') },
  { key: 'drawing', name: b('Dessin et peinture', 'Drawing and painting') },
  { key: 'yoga', name: b('Yoga', 'Yoga') },
  { key: 'running', name: b('Course à pied', 'Running') },
  { key: 'swimming', name: b('Natation', 'Swimming') },
  { key: 'skiing', name: b('Ski', 'Skiing') },
  { key: 'sailing', name: b('Voile et paddle', 'Sailing and paddle') },
  { key: 'petanque', name: b('Pétanque', 'Pétanque') },
  { key: 'football', name: b('Football', 'Football') },
  { key: 'animals', name: b('Animaux', 'Animals') },
  { key: 'volunteering', name: b('Bénévolat', 'Volunteering') },
  { key: 'languages', name: b('Langues étrangères', 'Languages') },
]
