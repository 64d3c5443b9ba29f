"""What the site has beside the folder docs: the README as its first page, that of the scripts, the licence, and all decisions."""
import pathlib
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]


def decisions():
    return sorted((ROOT / "docs/decisions").glob("*.md"))


def on_config(config):
    # A decision is one more page without a line in mkdocs.yml.
    config.nav = [
        {"Decisions": [f"decisions/{path.name}" for path in decisions()]} if "Decisions" in part else part
        for part in config.nav]
    return config


def on_files(files, config):
    readme = re.sub(r"""(\]\(|src=["']|href=["'])docs/""", r"\1", (ROOT / "README.md").read_text())
    readme = readme.replace("](decisions/)", f"](decisions/{decisions()[0].name})")
    readme = readme.replace("](scripts/README.md)", "](scripts.md)")
    files.append(File.generated(config, "README.md", content=readme))
    files.append(File.generated(config, "scripts.md", content=(ROOT / "scripts/README.md").read_text().replace("](../docs/", "](")))
    files.append(File.generated(config, "LICENSE", content=(ROOT / "LICENSE").read_text()))
    return files


def on_page_markdown(markdown, page, **_):
    return markdown.replace("](../scripts/README.md)", "](scripts.md)").replace("](../../README.md", "](../README.md")
