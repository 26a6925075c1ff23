-- A search forgives one wrong letter (docs/decisions/0010-one-wrong-letter.md). The words of names and brands that are or were on sale,
-- without accents, and each of them with any one letter left out: two words that differ by one letter meet there.
CREATE TABLE search_words (word TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE search_spellings (near TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (near, word)) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- As it sounds: ph is f, and a plural is its singular.
CREATE TRIGGER search_words_spelled AFTER INSERT ON search_words BEGIN
  INSERT INTO search_spellings (near, word)
    SELECT DISTINCT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1), NEW.word
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(NEW.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER products_spelled AFTER UPDATE OF visible, name, brand ON products
WHEN NEW.visible = 1 AND (OLD.visible = 0 OR OLD.name <> NEW.name OR OLD.brand IS NOT NEW.brand) BEGIN
  INSERT INTO search_words (word)
    SELECT DISTINCT w.value FROM (
      SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(folded), '''', ' '), '’', ' '), '-', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '/', ' '), '+', ' '), '&', ' '), '*', ' '), '«', ' '), '»', ' '), ' ', ' '), '"', ' ') AS spaced FROM (
        SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(raw, 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'ç', 'c'), 'Ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y') AS folded FROM (SELECT NEW.name || ' ' || coalesce(NEW.brand, '') AS raw) AS named) AS unaccented) AS split
    CROSS JOIN json_each('[' || replace(json_quote(spaced), ' ', '","') || ']') AS w
    WHERE length(w.value) BETWEEN 4 AND 24 AND w.value NOT GLOB '*[^a-z]*'
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO search_words (word)
    SELECT DISTINCT w.value FROM (
      SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(folded), '''', ' '), '’', ' '), '-', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '/', ' '), '+', ' '), '&', ' '), '*', ' '), '«', ' '), '»', ' '), ' ', ' '), '"', ' ') AS spaced FROM (
        SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(raw, 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'ç', 'c'), 'Ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y') AS folded FROM (SELECT p.name || ' ' || coalesce(p.brand, '') AS raw FROM products p WHERE p.visible = 1) AS named) AS unaccented) AS split
    CROSS JOIN json_each('[' || replace(json_quote(spaced), ' ', '","') || ']') AS w
    WHERE length(w.value) BETWEEN 4 AND 24 AND w.value NOT GLOB '*[^a-z]*'
    ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- How many words are counted of a day, under no word: past a thousand no further one is.
CREATE TRIGGER search_misses_bounded AFTER INSERT ON search_misses WHEN NEW.word <> '' BEGIN
  INSERT INTO search_misses (day, word, count) VALUES (NEW.day, '', 1) ON CONFLICT (day, word) DO UPDATE SET count = count + 1;
END;
