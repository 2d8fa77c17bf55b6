import type { CountryCode } from "#db/places.ts";
import type { Gender } from "#db/schema/attributes.ts";
import type { Language } from "#locales/languages.ts";

const split = (text: string) => text.trim().split(/\s+/);

export const FIRST_NAMES: Record<Language, Record<Gender, readonly string[]>> = {
  nl: {
    female: split(`
        Anna Emma Sophie Lotte Sanne Femke Lieke Marit Fleur Iris Roos Eva Julia Nina Maud Anouk Esmee Floor Jasmijn
        Kim Linda Marloes Nienke Petra Renske Saskia Tessa Vera Willemijn Yvonne Ilse Merel Noor Puck Bente Danique
        Eline Fenna Hanneke Inge Jolanda Karin Loes Manon Naomi Sterre Silke Evi Amber Britt Cato Dieuwke Elke Gwen
        Heleen Jet Kaat Lien Marlies Wendy
      `),
    male: split(`
      Daan Bram Sem Thijs Jesse Lars Ruben Sander Jeroen Pieter Wouter Maarten Niels Tim Bas Joost Koen Stijn Gijs
      Floris Hugo Jasper Casper Mark Erik Frank Henk Kees Rik Tom Luuk Mees Sven Teun Vincent Wessel Youri Arjan
      Dennis Edwin Guus Hidde Ivo Jelle Kevin Leon Martijn Olaf Paul Remco Rob Siem Tijn Twan Victor Wim Seppe Arne
      Lander Jef
    `),
  },
  de: {
    female: split(`
        Anna Lena Laura Julia Sophie Marie Lea Hannah Katharina Sarah Lisa Jana Nele Mia Clara Johanna Franziska
        Theresa Paula Greta Ida Frieda Luisa Charlotte Emilia Antonia Carolin Daniela Eva Heike Ines Kathrin Kerstin
        Magdalena Melanie Miriam Nadine Nicole Petra Sabine Sandra Silke Simone Stefanie Susanne Svenja Tanja Ulrike
        Vanessa Verena Jule Maja Romy Tilda Lotta Birgit Martina Friederike Elisa Selina
      `),
    male: split(`
      Lukas Jonas Felix Maximilian Paul Leon Finn Elias Ben Noah Moritz Jakob Anton Emil Oskar Tobias Sebastian
      Florian Daniel Markus Andreas Stefan Thomas Michael Christian Matthias Alexander Benjamin Dominik Fabian Jan
      Julian Kai Lars Lennart Marcel Marco Nico Niklas Oliver Patrick Philipp Ralf Robert Simon Sven Timo Tom Uwe
      Bernd Dirk Frank Holger Jens Torsten Hannes Mats Levin Konrad Reto
    `),
  },
  en: {
    female: split(`
        Olivia Emily Grace Sophie Chloe Lucy Hannah Jessica Amelia Ella Ruby Alice Daisy Megan Lauren Rachel Rebecca
        Laura Sarah Emma Kate Claire Amy Holly Zoe Natalie Nicole Ashley Madison Abigail Harper Hazel Nora Audrey
        Stella Violet Maya Naomi Jasmine Brooke Paige Leah Molly Aoife Niamh Ciara Orla Fiona Eilidh Isla Morgan
        Carys Diane Linda Susan Karen Heather April Tara Ivy
      `),
    male: split(`
      Oliver Jack Harry George Noah Leo Oscar Charlie Henry Thomas James William Daniel Matthew Adam Ben Luke Ryan
      Nathan Connor Liam Sean Patrick Declan Cian Ewan Callum Angus Rhys Owen Dylan Ethan Mason Logan Lucas Caleb
      Wyatt Hunter Tyler Austin Brandon Justin Kyle Jason Eric Scott Brian Kevin Mark Paul Simon Andrew David Peter
      Robert Marcus Theo Max Finlay Jamie
    `),
  },
  fr: {
    female: split(`
        Camille Manon Chloe Lea Emma Sarah Julie Marie Claire Pauline Mathilde Juliette Louise Alice Jeanne Elise
        Margaux Oceane Clemence Charlotte Lucie Amelie Aurelie Celine Sophie Nathalie Sandrine Valerie Isabelle
        Sylvie Elodie Laetitia Noemie Ines Zoe Jade Lola Romane Capucine Solene
      `),
    male: split(`
      Lucas Hugo Louis Gabriel Arthur Jules Nathan Theo Thomas Antoine Maxime Alexandre Nicolas Julien Pierre Paul
      Mathieu Romain Quentin Clement Adrien Benjamin Florian Guillaume Vincent Sebastien Laurent Olivier Philippe
      Stephane Damien Simon Bastien Remi Loic Yann Gael Etienne Martin Luc
    `),
  },
  es: {
    female: split(`
        Lucia Maria Paula Carmen Laura Marta Sara Elena Ana Cristina Irene Alba Claudia Andrea Nuria Raquel Silvia
        Patricia Beatriz Rocio Ines Julia Sofia Valeria Noa Carla Celia Aitana Lola Pilar Rosa Teresa Isabel Alicia
        Eva Miriam Nerea Ainhoa Leire Montse
      `),
    male: split(`
      Hugo Pablo Alejandro Daniel David Javier Sergio Carlos Jorge Adrian Mario Diego Alvaro Ivan Ruben Marcos Miguel
      Antonio Manuel Jose Luis Pedro Rafael Raul Victor Fernando Andres Oscar Alberto Enrique Gonzalo Iker Unai Jordi
      Marc Pau Martin Nicolas Lucas Bruno
    `),
  },
  it: {
    female: split(`
        Giulia Chiara Francesca Martina Sara Elena Alessia Federica Valentina Silvia Anna Laura Elisa Giorgia
        Beatrice Alice Sofia Aurora Ginevra Camilla Marta Irene Paola Roberta Simona Monica Barbara Claudia Daniela
        Cristina Ilaria Serena Arianna Noemi Greta Viola Bianca Livia Caterina Emma
      `),
    male: split(`
      Marco Luca Andrea Matteo Alessandro Davide Francesco Lorenzo Simone Federico Riccardo Stefano Roberto Paolo
      Giovanni Giuseppe Antonio Daniele Michele Nicola Fabio Filippo Gabriele Tommaso Leonardo Edoardo Pietro
      Emanuele Enrico Massimo Claudio Mauro Sergio Dario Valerio Giorgio Jacopo Elia Diego Mattia
    `),
  },
  da: {
    female: split(`
        Emma Ida Clara Freja Sofie Laura Mathilde Anna Caroline Cecilie Julie Maria Camilla Louise Line Mette
        Pernille Rikke Signe Sara Trine Tina Stine Nanna Maja Liv Karla Josefine Helle Hanne Gitte Charlotte Birgitte
        Astrid Alberte Ditte Katrine Malene Lone Vibeke
      `),
    male: split(`
      William Oscar Carl Noah Emil Frederik Magnus Mikkel Rasmus Mathias Kasper Jonas Anders Lars Jens Peter Henrik
      Thomas Martin Christian Simon Nikolaj Tobias Victor Malthe August Valdemar Sebastian Jakob Kristian Morten
      Brian Claus Bo Per Steen Torben Mads Soren Villads
    `),
  },
  sv: {
    female: split(`
        Alice Elsa Maja Ebba Astrid Wilma Freja Ella Linnea Emma Klara Sara Anna Johanna Hanna Elin Ida Moa Amanda
        Matilda Frida Sofia Lovisa Malin Jenny Karin Lena Ulrika Ebba Camilla Therese Josefin Felicia Tuva Signe
        Saga Tyra Stina Kerstin Birgitta
      `),
    male: split(`
      Lucas Liam William Elias Noah Hugo Oliver Oscar Adam Axel Emil Erik Johan Anders Per Karl Lars Mikael Magnus
      Andreas Fredrik Henrik Jonas Mattias Niklas Patrik Robert Stefan Tobias Viktor Filip Gustav Anton Albin Isak
      Ludvig Melker Olle Sixten Nils
    `),
  },
  nb: {
    female: split(`
        Nora Emma Ella Maja Olivia Sofie Ingrid Frida Thea Ida Silje Marte Hilde Kristin Anne Hanne Kari Solveig
        Astrid Tonje Camilla Heidi Linn Line Maria Marianne Mette Ragnhild Siri Stine Tuva Vilde Eline Guro Hedda
        Julie Live Oda Sunniva Ylva
      `),
    male: split(`
      Jakob Emil Noah Oliver Filip Henrik Magnus Kristian Lars Erik Ole Bjorn Sindre Eirik Espen Geir Havard Ivar
      Jonas Knut Martin Morten Nils Oddvar Olav Per Petter Rune Sigurd Simen Stian Svein Terje Thomas Tor Trond
      Vegard Even Aksel Mathias
    `),
  },
  fi: {
    female: split(`
        Aino Emma Helmi Olivia Sofia Venla Eevi Iida Anna Laura Maria Johanna Katja Sari Tiina Pirjo Minna Heidi
        Hanna Jenni Kaisa Riikka Satu Suvi Noora Emilia Ella Veera Vilma Oona Saara Outi Marika Mira Nelli Pinja
        Reetta Sanni Taru Ulla
      `),
    male: split(`
      Leo Elias Oliver Eino Onni Vaino Juho Mikko Matti Jukka Timo Antti Jari Kari Juha Ville Sami Janne Petri Marko
      Tero Lauri Joonas Aleksi Eetu Niko Otto Oskari Santeri Topi Toni Tuomas Valtteri Heikki Kimmo Markus Pekka
      Risto Teemu Veikko
    `),
  },
  pl: {
    female: split(`
        Anna Zofia Maja Julia Zuzanna Hanna Lena Maria Alicja Amelia Oliwia Natalia Wiktoria Katarzyna Agnieszka
        Malgorzata Barbara Ewa Magdalena Monika Joanna Aleksandra Karolina Paulina Marta Kinga Dorota Iwona Beata
        Sylwia Justyna Izabela Weronika Patrycja Gabriela Emilia Nina Kaja Jagoda Milena
      `),
    male: split(`
      Antoni Jakub Jan Szymon Franciszek Filip Aleksander Mikolaj Wojciech Kacper Adam Michal Marcel Stanislaw Piotr
      Tomasz Pawel Marcin Krzysztof Andrzej Marek Lukasz Mateusz Dawid Kamil Rafal Robert Sebastian Artur Bartosz
      Damian Daniel Grzegorz Hubert Igor Konrad Maciej Przemek Radek Wiktor
    `),
  },
};

const BY_COUNTRY: Record<CountryCode, Language> = {
  NL: "nl",
  BE: "nl",
  DE: "de",
  AT: "de",
  CH: "de",
  GB: "en",
  IE: "en",
  US: "en",
  CA: "en",
  FR: "fr",
  ES: "es",
  IT: "it",
  DK: "da",
  SE: "sv",
  NO: "nb",
  FI: "fi",
  PL: "pl",
};
/** Regions with another language than most of their country. */
const BY_REGION: Record<string, Language> = {
  "BE-WBR": "fr",
  "BE-WHT": "fr",
  "BE-WLG": "fr",
  "BE-WLX": "fr",
  "BE-WNA": "fr",
  "CA-QC": "fr",
  "CH-FR": "fr",
  "CH-GE": "fr",
  "CH-JU": "fr",
  "CH-NE": "fr",
  "CH-VD": "fr",
  "CH-VS": "fr",
  "CH-TI": "it",
  "FI-01": "sv",
};

export const familyOf = (country: CountryCode, region: string): Language => BY_REGION[region] ?? BY_COUNTRY[country];
