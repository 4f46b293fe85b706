-- What members tell of themselves beyond their names.
alter table users
  add column phone text,
  add column building_access text;

-- What people like to do: one list for the whole installation.
create table hobbies (
  id text primary key,
  position int not null,
  name text not null,
  name_en text not null
);
insert into hobbies (position, id, name, name_en) values
  (1, 'gardening', 'Jardinage', 'Gardening'),
  (2, 'cycling', 'Vélo', 'Cycling'),
  (3, 'hiking', 'Randonnée', 'Hiking'),
  (4, 'cooking', 'Cuisine', 'Cooking'),
  (5, 'baking', 'Pain et pâtisserie', 'Baking'),
  (6, 'board-games', 'Jeux de société', 'Board games'),
  (7, 'choir', 'Chant choral', 'Choir singing'),
  (8, 'instruments', 'Jouer de la musique', 'Playing music'),
  (9, 'reading', 'Lecture', 'Reading'),
  (10, 'cinema', 'Cinéma', 'Films'),
  (11, 'photography', 'Photographie', 'Photography'),
  (12, 'handiwork', 'Bricolage', 'Handiwork'),
  (13, 'sewing', 'Couture et tricot', 'Sewing and knitting'),
  (14, 'drawing', 'Dessin et peinture', 'Drawing and painting'),
  (15, 'yoga', 'Yoga', 'Yoga'),
  (16, 'running', 'Course à pied', 'Running'),
  (17, 'swimming', 'Natation', 'Swimming'),
  (18, 'skiing', 'Ski', 'Skiing'),
  (19, 'sailing', 'Voile et paddle', 'Sailing and paddle'),
  (20, 'petanque', 'Pétanque', 'Pétanque'),
  (21, 'football', 'Football', 'Football'),
  (22, 'animals', 'Animaux', 'Animals'),
  (23, 'volunteering', 'Bénévolat', 'Volunteering'),
  (24, 'languages', 'Langues étrangères', 'Languages');
