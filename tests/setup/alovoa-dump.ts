import { createCipheriv } from "node:crypto";

export const ALOVOA_KEYS = { ALOVOA_TEXT_KEY: "0123456789abcdef", ALOVOA_TEXT_SALT: "fedcba9876543210" };

function encrypted(text: string): string {
  const cipher = createCipheriv("aes-128-cbc", ALOVOA_KEYS.ALOVOA_TEXT_KEY, ALOVOA_KEYS.ALOVOA_TEXT_SALT);
  return `'${Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64url")}'`;
}

const HASH = "'$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'";

/** Dump of a made-up site, with the columns that Alovoa's public entities have in MariaDB. `picture` stands in it as bytes. */
export function alovoaDump(picture: Uint8Array): Buffer {
  const names = new Map([
    [0, "\\0"],
    [10, "\\n"],
    [13, "\\r"],
    [26, "\\Z"],
    [34, '\\"'],
    [39, "\\'"],
    [92, "\\\\"],
  ]);
  const bytes = [...picture].map((byte) => names.get(byte) ?? String.fromCharCode(byte)).join("");
  const text = `/*M!999999\\- enable the sandbox mode */
CREATE TABLE \`user\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`email\` varchar(255) NOT NULL,
  \`first_name\` varchar(255) DEFAULT NULL,
  \`password\` varchar(255) DEFAULT NULL,
  \`description\` varchar(255) DEFAULT NULL,
  \`language\` varchar(255) DEFAULT NULL,
  \`country\` varchar(255) DEFAULT NULL,
  \`uuid\` uuid DEFAULT NULL,
  \`confirmed\` bit(1) NOT NULL,
  \`disabled\` bit(1) NOT NULL,
  \`gender_id\` bigint(20) DEFAULT NULL,
  \`dates_id\` bigint(20) DEFAULT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
INSERT INTO \`user\` VALUES
(1,${encrypted("anna@old.example")},${encrypted("Ännchen")},${HASH},'I like rain','nl','NL','7c9e6679-7425-40de-944b-e07fc1f90ae7',b'1',b'0',2,11),
(2,${encrypted("ben@old.example")},${encrypted("Ben")},${HASH},NULL,'en',NULL,NULL,b'1',b'0',1,12),
(3,${encrypted("other@old.example")},${encrypted("Other")},${HASH},NULL,'en',NULL,NULL,b'1',b'0',3,13),
(4,${encrypted("bad@old.example")},${encrypted("Bad")},${HASH},NULL,'en',NULL,NULL,b'1',b'1',1,14);
CREATE TABLE \`user_dates\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`active_date\` datetime(6) DEFAULT NULL,
  \`creation_date\` datetime(6) DEFAULT NULL,
  \`date_of_birth\` datetime(6) NOT NULL,
  PRIMARY KEY (\`id\`)
);
INSERT INTO \`user_dates\` VALUES (11,'2024-05-01 08:00:00.000000','2019-03-01 10:00:00.123456','1990-05-04 00:00:00.000000'),(12,NULL,'2019-03-02 10:00:00.000000','1985-01-02 00:00:00.000000'),(13,NULL,'2019-03-02 10:00:00.000000','1985-01-02 00:00:00.000000'),(14,NULL,'2019-03-02 10:00:00.000000','1985-01-02 00:00:00.000000');
CREATE TABLE \`user2genders\` (
  \`user_id\` bigint(20) NOT NULL,
  \`prefered_genders_id\` bigint(20) NOT NULL
);
INSERT INTO \`user2genders\` VALUES (1,1),(2,1),(2,2);
CREATE TABLE \`user_profile_picture\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`bin\` longblob DEFAULT NULL,
  \`bin_mime\` varchar(255) DEFAULT NULL,
  \`user_id\` bigint(20) DEFAULT NULL
);
INSERT INTO \`user_profile_picture\` VALUES (1,_binary '${bytes}','image/jpeg',1);
CREATE TABLE \`user_image\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`bin\` longblob DEFAULT NULL,
  \`bin_mime\` varchar(255) DEFAULT NULL,
  \`user_id\` bigint(20) DEFAULT NULL
);
INSERT INTO \`user_image\` VALUES (5,0x${Buffer.from(picture).toString("hex")},'image/webp',1);
CREATE TABLE \`user_like\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`date\` datetime(6) DEFAULT NULL,
  \`user_from_id\` bigint(20) DEFAULT NULL,
  \`user_to_id\` bigint(20) DEFAULT NULL
);
INSERT INTO \`user_like\` VALUES (1,'2024-01-01 10:00:00.000000',1,2),(2,'2024-01-01 11:00:00.000000',2,1),(3,'2024-01-01 11:00:00.000000',4,1);
CREATE TABLE \`user_block\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`date\` datetime(6) DEFAULT NULL,
  \`user_from_id\` bigint(20) DEFAULT NULL,
  \`user_to_id\` bigint(20) DEFAULT NULL
);
CREATE TABLE \`conversation_checked_date\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`last_checked_date\` datetime(6) DEFAULT NULL,
  \`user_id\` bigint(20) DEFAULT NULL,
  \`conversation_id\` bigint(20) DEFAULT NULL
);
INSERT INTO \`conversation_checked_date\` VALUES (1,'2024-01-02 10:00:30.000000',2,1);
CREATE TABLE \`message\` (
  \`id\` bigint(20) NOT NULL AUTO_INCREMENT,
  \`content\` mediumtext DEFAULT NULL,
  \`date\` datetime(6) DEFAULT NULL,
  \`conversation_id\` bigint(20) DEFAULT NULL,
  \`user_from_id\` bigint(20) DEFAULT NULL,
  \`user_to_id\` bigint(20) DEFAULT NULL
);
INSERT INTO \`message\` VALUES (1,${encrypted("Hello Ben; how's it?")},'2024-01-02 10:00:00.000000',1,1,2),(2,${encrypted("Grüße")},'2024-01-02 10:01:00.000000',1,2,1);
`;
  // Everything in UTF-8 but the picture, whose bytes stand as they are.
  const [before = "", after = ""] = text.split(bytes);
  return Buffer.concat([Buffer.from(before, "utf8"), Buffer.from(bytes, "latin1"), Buffer.from(after, "utf8")]);
}
